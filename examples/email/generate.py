#!/usr/bin/env python3
"""Writes mail.tsv.gz, a made-up mailbox: date, folder, from, subject, body; one message a line, oldest first.

Every folder has words of its own. Some stay, the others belong to a topic, and the topics of a folder follow
one another, so that what was learned in spring helps less in autumn. Folders have neighbours from whom they borrow
words and senders, most words are common to all, some folders come late, and one message in thirty is filed
in a neighbour's folder by mistake. The same program writes the same messages.
"""

import datetime
import gzip
import random

MESSAGES = 620
DAYS = 330
MISFILED = 1 / 30

COMMON = """today tomorrow week month morning evening question answer note list time place people thanks hello
best regards soon late early please change update plan idea problem help link page form copy message call number
first last next small large new old good open ready done short long""".split()

# folder: how often, first day, neighbours, senders, words that stay, topics in their order
FOLDERS = {
    "team": (9, 0, ["release", "hiring"], ["lead@office", "desk@office", "ops@office"],
             "standup notes agenda office meeting room minutes", [
                 "budget quarter headcount forecast spending", "offsite lake workshop bus cabins",
                 "desks floor paint lamps chairs", "holidays cover rota calendar handover"]),
    "release": (8, 0, ["support", "team"], ["build@office", "lead@office", "tests@office"],
                "build version branch tests deploy", [
                    "parser grammar tokens crash fuzzing", "login session cookie password reset",
                    "index search ranking cache latency", "mobile layout font scroll button"]),
    "support": (8, 0, ["release", "invoices"], ["tickets@office", "customers@office", "ops@office"],
                "ticket customer reply urgent error screenshot", [
                    "login password locked account cookie", "export spreadsheet columns encoding rows",
                    "slow search timeout results index", "printing label margin paper scanner"]),
    "hiring": (4, 30, ["team"], ["people@office", "lead@office"],
               "interview candidate resume role offer", [
                   "intern summer university thesis", "designer portfolio sketches prototype",
                   "engineer compiler systems exercise"]),
    "invoices": (6, 0, ["orders", "travel"], ["billing@utility", "accounts@bank", "billing@shop"],
                 "invoice payment due amount account balance", [
                     "heating gas meter reading winter", "insurance policy premium renewal claim",
                     "tax return deduction receipt deadline"]),
    "orders": (6, 0, ["invoices", "garden"], ["orders@shop", "parcel@courier"],
               "order shipped delivery parcel tracking refund", [
                   "boots jacket gloves size wool", "tent stove lantern rope sleeping",
                   "bicycle helmet pump tyre lights", "kettle pan knives oven board"]),
    "travel": (5, 20, ["invoices", "family"], ["booking@rail", "desk@hotel", "family@home"],
               "booking ticket train hotel seat platform", [
                   "mountain snow lift chalet ski", "coast island ferry beach harbour",
                   "museum city tram bridge gallery"]),
    "school": (5, 0, ["choir", "family"], ["class@school", "office@school"],
               "class teacher pupils homework parents", [
                   "reading library books poem chapter", "swimming towel pool lesson bus",
                   "play costume stage rehearsal curtain", "maths fractions test revision"]),
    "choir": (4, 0, ["school", "family"], ["conductor@choir", "notes@choir"],
              "rehearsal tenor alto score concert", [
                  "mass latin organ chapel", "folk dance fiddle summer stage",
                  "carol candle brass winter market"]),
    "garden": (4, 45, ["orders", "family"], ["plots@garden", "seeds@shop"],
               "plot seeds soil compost beds", [
                   "tomato pepper seedlings window frost", "watering hose drought straw beans",
                   "apples press cider ladder harvest"]),
    "family": (6, 0, ["travel", "school"], ["family@home", "aunt@home", "cousin@home"],
               "dinner birthday weekend photos grandma", [
                   "moving boxes van keys flat", "wedding dress speech guests band",
                   "puppy vet leash walk", "reunion lake grill tents"]),
    "club": (4, 150, ["orders", "travel"], ["captain@club", "notes@club"],
             "ride route saturday hills club", [
                 "race numbers start climb jersey", "night lights autumn leaves cafe"]),
}

SENTENCES = [
    "{} about the {} and the {}",
    "please look at the {} before the {}",
    "the {} {} is on {}",
    "we need a {} for the {} {}",
    "can you send the {} with the {}",
    "no {} until the {} is {}",
    "{} and {} moved to the {}",
    "I put the {} next to the {}",
]
SUBJECTS = ["{} {}", "the {} for {}", "{}: {}", "Re: {} and {}", "Fwd: {}, {}", "{}?"]


class Mailbox:
    """Draws messages; only random() is used, which is the same in every version of Python."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def pick(self, items):
        return items[int(self.random() * len(items))]

    def chance(self, probability):
        return self.random() < probability

    def folder(self, day):
        """A folder that is in use on this day."""
        shares = [(name, row[0]) for name, row in FOLDERS.items() if row[1] <= day]
        left = self.random() * sum(share for _, share in shares)
        for name, share in shares:
            left -= share
            if left < 0:
                return name
        return shares[-1][0]

    def topic(self, name, day):
        """The words of the folder's topic; around its end the next one begins."""
        first, topics = FOLDERS[name][1], FOLDERS[name][5]
        place = (day - first) / (DAYS - first) * len(topics) + 0.4 * (self.random() - 0.5)
        return topics[min(max(int(place), 0), len(topics) - 1)].split()

    def word(self, name, day):
        """A word of a message in this folder."""
        drawn = self.random()
        if drawn < 0.45:
            return self.pick(COMMON)
        if drawn < 0.57:
            name = self.pick(FOLDERS[name][2])
        if self.chance(0.5):
            return self.pick(FOLDERS[name][4].split())
        return self.pick(self.topic(name, day))

    def fill(self, pattern, name, day):
        return pattern.format(*(self.word(name, day) for _ in range(pattern.count("{}"))))

    def message(self, day):
        name = self.folder(day)
        near = self.pick(FOLDERS[name][2])
        sender = self.pick(FOLDERS[near if self.chance(0.2) else name][3]) + ".example"
        subject = self.fill(self.pick(SUBJECTS), name, day)
        count = 2 + int(5 * self.random())
        body = ". ".join(self.fill(self.pick(SENTENCES), name, day) for _ in range(count))
        filed = near if self.chance(MISFILED) else name
        date = datetime.date(2025, 1, 6) + datetime.timedelta(days=day)
        return [date.isoformat(), filed, sender, subject[0].upper() + subject[1:], body + "."]


def main():
    mailbox = Mailbox(20250106)
    lines = ["date\tfolder\tfrom\tsubject\tbody"]
    for number in range(MESSAGES):
        lines.append("\t".join(mailbox.message(number * DAYS // MESSAGES)))
    with open("mail.tsv.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        out.write(("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
