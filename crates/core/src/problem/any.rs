//! Any problem, chosen at run time: the list of this axis, and what is asked of a problem by its
//! name.

use super::*;
use crate::registry::components;

components! { $
    /// Any problem, chosen at run time, with what it has learned about its labels.
    AnyProblem, each_problem {
        Binary = "binary",
        Regression = "regression",
        Uniclass = "uniclass",
        Multiclass = "multiclass",
        OneVsRest = "one-vs-rest",
        LabelRanking = "label-ranking",
        Ordinal = "ordinal",
        Candidates = "candidates",
        Tasks = "tasks",
        Queries = "queries",
        Sequence = "sequence",
    }
}

impl AnyProblem {
    /// Whether an example is several rows of a file that belong together, each a part of it.
    #[inline]
    pub fn takes_parts(&self) -> bool {
        Problem::takes_parts(self)
    }

    /// The classes by rows, where there are such.
    #[inline]
    pub fn classes(&self) -> Option<&Classes> {
        Problem::classes(self)
    }

    /// The problem that the labels ask, by name: one-vs-rest is a way to learn multiclass.
    pub fn labels_problem(&self) -> &'static str {
        self.reduces().unwrap_or(self.name())
    }

    /// The side of a label, -1 or 1; an error where labels have no sides, or this one has none.
    pub fn side(&self, label: Label<'_>) -> Result<f64> {
        self.sign_of(label).unwrap_or_else(|| {
            Err(Error::Spec(format!("stumps tell two classes apart, not {}", self.name())))
        })
    }

    /// Sets required margins of pairs of classes, if there are any; an error where they have no
    /// place.
    pub fn with_costs(&mut self, costs: &[Cost]) -> Result<()> {
        if costs.is_empty() || self.set_costs(costs) {
            return Ok(());
        }
        Err(Error::Spec(format!("--costs has no place in the problem {}", self.name())))
    }

    /// A binary problem as one of several classes, for data in which a third label appears; `None`
    /// for every other problem, and while a side has no name.
    ///
    /// The positive class comes first. So a learner with the rows `w/2` and `-w/2` decides as the
    /// one with the weights w did, a score of 0 included: of equal scores the first class is the
    /// answer.
    ///
    /// ```
    /// use noregret_core::problem::{AnyProblem, Problem};
    /// use noregret_core::Label;
    ///
    /// let mut problem = AnyProblem::parse("binary")?;
    /// for name in ["ham", "spam"] {
    ///     problem.admit(Label::Name(name))?;
    /// }
    /// let mut several = problem.promoted().ok_or(noregret_core::Error::Label("".into()))?;
    /// several.admit(Label::Name("news"))?;
    /// assert_eq!(several.class_count(), Some(3));
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    pub fn promoted(&self) -> Option<AnyProblem> {
        let AnyProblem::Binary(Binary { negative: Some(negative), positive: Some(positive) }) =
            self
        else {
            return None;
        };
        let classes = Classes::from(vec![positive.clone(), negative.clone()]);
        Some(Multiclass::new(classes, Vec::new()).into())
    }
}

impl Problem for AnyProblem {
    #[inline]
    fn rows(&self) -> usize {
        each_problem!(self, p => Problem::rows(p))
    }
    #[inline]
    fn check(&self) -> Result<()> {
        each_problem!(self, p => p.check())
    }
    #[inline]
    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        each_problem!(self, p => p.admit(label))
    }
    #[inline(always)]
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        each_problem!(self, p => p.constrain(view, label, block))
    }
    #[inline]
    fn decide(&self, view: &View) -> Prediction {
        each_problem!(self, p => p.decide(view))
    }
    #[inline(always)]
    fn score(&self, view: &View) -> f64 {
        each_problem!(self, p => p.score(view))
    }
    fn longest(&self) -> Longest {
        each_problem!(self, p => p.longest())
    }
    fn has_shifts(&self) -> bool {
        each_problem!(self, p => p.has_shifts())
    }
    fn has_several_slacks(&self) -> bool {
        each_problem!(self, p => p.has_several_slacks())
    }
    fn parts_rows(&self) -> bool {
        each_problem!(self, p => p.parts_rows())
    }
    #[inline]
    fn two_sided(&self) -> bool {
        each_problem!(self, p => p.two_sided())
    }
    #[inline(always)]
    fn starts_at_first_instance(&self) -> bool {
        each_problem!(self, p => p.starts_at_first_instance())
    }
    #[inline(always)]
    fn companions(&self, label: Label<'_>) -> usize {
        each_problem!(self, p => p.companions(label))
    }
    #[inline]
    fn reserved_name(&self, coordinate: usize) -> Option<String> {
        each_problem!(self, p => p.reserved_name(coordinate))
    }
    fn scores_each(&self) -> bool {
        each_problem!(self, p => p.scores_each())
    }
    fn reserved(&self) -> usize {
        each_problem!(self, p => p.reserved())
    }
    fn reserved_row(&self, coordinate: usize) -> Option<usize> {
        each_problem!(self, p => p.reserved_row(coordinate))
    }
    fn first_companion_row(&self) -> Option<usize> {
        each_problem!(self, p => p.first_companion_row())
    }
    fn learns_itself(&self) -> bool {
        each_problem!(self, p => p.learns_itself())
    }
    fn separates(&self) -> bool {
        each_problem!(self, p => p.separates())
    }
    fn separate(
        &self,
        seen: (&View, &[f64]),
        label: Label<'_>,
        level: f64,
        block: &mut Block,
    ) -> f64 {
        each_problem!(self, p => p.separate(seen, label, level, block))
    }
    fn writes_all(&self) -> bool {
        each_problem!(self, p => p.writes_all())
    }
    fn asks(&self, example: (usize, Label<'_>), constraint: (&[Term], f64), margin: f64) -> bool {
        each_problem!(self, p => p.asks(example, constraint, margin))
    }
    fn asks_about_answer(&self, on_mistakes: bool) -> bool {
        each_problem!(self, p => p.asks_about_answer(on_mistakes))
    }
    fn answer_with(&mut self, rows: usize) {
        each_problem!(self, p => p.answer_with(rows));
    }
    #[inline]
    fn kept(&mut self, keep: f64) {
        each_problem!(self, p => p.kept(keep));
    }
    #[inline]
    fn label_form(&self) -> LabelForm {
        each_problem!(self, p => p.label_form())
    }
    #[inline]
    fn takes_parts(&self) -> bool {
        each_problem!(self, p => p.takes_parts())
    }
    fn part_columns(&self) -> PartColumns<'_> {
        each_problem!(self, p => p.part_columns())
    }
    #[inline]
    fn ranks_labels(&self) -> bool {
        each_problem!(self, p => p.ranks_labels())
    }
    #[inline]
    fn takes_bias(&self) -> bool {
        each_problem!(self, p => p.takes_bias())
    }
    #[inline]
    fn averages(&self) -> bool {
        each_problem!(self, p => p.averages())
    }
    #[inline]
    fn classes(&self) -> Option<&Classes> {
        each_problem!(self, p => Problem::classes(p))
    }
    #[inline]
    fn class_names(&self) -> Option<Vec<ClassName>> {
        each_problem!(self, p => p.class_names())
    }
    #[inline]
    fn class_count(&self) -> Option<usize> {
        each_problem!(self, p => p.class_count())
    }
    #[inline]
    fn decides_class(&self) -> bool {
        each_problem!(self, p => p.decides_class())
    }
    #[inline]
    fn begin_with(&mut self, first: &FirstLabels) {
        each_problem!(self, p => p.begin_with(first));
    }
    #[inline]
    fn sign_of(&self, label: Label<'_>) -> Option<Result<f64>> {
        each_problem!(self, p => p.sign_of(label))
    }
    #[inline]
    fn single_constraint(&self) -> bool {
        each_problem!(self, p => p.single_constraint())
    }
    #[inline]
    fn ranks(&self) -> Option<usize> {
        each_problem!(self, p => Problem::ranks(p))
    }
    #[inline]
    fn thresholds(&self) -> usize {
        each_problem!(self, p => Problem::thresholds(p))
    }
    #[inline]
    fn highest_label(&self, ranks: usize) -> Option<f64> {
        each_problem!(self, p => p.highest_label(ranks))
    }
    #[inline]
    fn set_costs(&mut self, costs: &[Cost]) -> bool {
        each_problem!(self, p => p.set_costs(costs))
    }
    #[inline]
    fn cost_lines(&self) -> usize {
        each_problem!(self, p => p.cost_lines())
    }
    #[inline]
    fn reduces(&self) -> Option<&'static str> {
        each_problem!(self, p => p.reduces())
    }
    #[inline]
    fn error_words(&self) -> &'static str {
        each_problem!(self, p => p.error_words())
    }
    #[inline]
    fn quality(&self) -> Quality {
        each_problem!(self, p => Problem::quality(p))
    }
    #[inline]
    fn article(&self) -> &'static str {
        each_problem!(self, p => p.article())
    }
    #[inline]
    fn remarks(&self, zero_loss: Option<f64>) -> Vec<String> {
        each_problem!(self, p => p.remarks(zero_loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LabelForm::{List, NameEach, Nothing, NumberEach, One, SideEach};

    fn all() -> impl Iterator<Item = AnyProblem> {
        AnyProblem::entries().into_iter().map(|entry| AnyProblem::parse(entry.name).unwrap())
    }

    /// The names of the problems of which something is true.
    fn those(of: impl Fn(&AnyProblem) -> bool) -> Vec<&'static str> {
        all().filter(of).map(|problem| problem.name()).collect()
    }

    #[test]
    fn labels_have_a_form() {
        let form = |form: LabelForm| those(|problem| problem.label_form() == form);
        assert_eq!(form(Nothing), ["uniclass"]);
        assert_eq!(form(List), ["label-ranking"]);
        assert_eq!(form(NumberEach), ["candidates", "queries"]);
        assert_eq!(form(SideEach), ["tasks"]);
        assert_eq!(form(One), ["binary", "regression", "multiclass", "one-vs-rest", "ordinal"]);
        assert_eq!(form(NameEach), ["sequence"]);
        let parts = ["candidates", "tasks", "queries", "sequence"];
        assert_eq!(those(AnyProblem::takes_parts), parts);
        assert_eq!(those(Problem::ranks_labels), ["label-ranking"]);
    }

    #[test]
    fn a_problem_says_what_a_program_asks() {
        let unbiased = those(|problem| !problem.takes_bias());
        assert_eq!(unbiased, ["uniclass", "candidates", "queries", "sequence"]);
        assert_eq!(those(Problem::decides_class), ["binary", "multiclass", "one-vs-rest"]);
        assert_eq!(those(Problem::single_constraint), ["binary", "one-vs-rest"]);
        let classes = ["binary", "multiclass", "one-vs-rest", "label-ranking", "sequence"];
        assert_eq!(those(|problem| problem.class_count().is_some()), classes);
        assert_eq!(those(|problem| problem.class_names().is_some()), classes);
        assert_eq!(those(|problem| problem.classes().is_some()), classes[1..]);
        assert_eq!(those(|problem| problem.ranks().is_some()), ["ordinal"]);
        assert_eq!(those(|problem| problem.highest_label(2).is_some()), ["ordinal"]);
        assert_eq!(those(|problem| problem.labels_problem() != problem.name()), ["one-vs-rest"]);
        assert_eq!(those(|problem| problem.article() == "an"), ["ordinal"]);
        assert_eq!(those(|problem| problem.error_words() == "outside the ball"), ["uniclass"]);
        let ranked = those(|problem| problem.error_words() == "rankings imperfect");
        assert_eq!(ranked, ["label-ranking", "queries"]);
        assert_eq!(those(|problem| problem.promoted().is_some()), [""; 0]);
    }

    #[test]
    fn two_classes_have_sides_and_a_name_each() {
        let mut binary = AnyProblem::parse("binary").unwrap();
        assert_eq!((binary.class_count(), binary.class_names()), (Some(2), Some(Vec::new())));
        binary.admit(Label::Name("ham")).unwrap();
        assert_eq!(binary.promoted(), None);
        binary.admit(Label::Name("spam")).unwrap();
        assert_eq!(binary.side(Label::Name("spam")), Ok(1.0));
        assert_eq!(binary.side(Label::Name("ham")), Ok(-1.0));
        assert!(matches!(binary.side(Label::Name("news")), Err(Error::Label(_))));
        let refused = AnyProblem::parse("multiclass").unwrap().side(Label::None);
        let reason = "stumps tell two classes apart, not multiclass".into();
        assert_eq!(refused, Err(Error::Spec(reason)));
    }

    /// Rows w/2 and -w/2 decide as the weights w do.
    #[test]
    fn a_promoted_problem_decides_the_same() {
        let mut binary = AnyProblem::parse("binary").unwrap();
        [-1.0, 1.0].iter().for_each(|&y| binary.admit(Label::Number(y)).unwrap());
        let several = binary.promoted().unwrap();
        for score in [-2.0, -0.0, 0.0, 0.5] {
            let view = |scores: Vec<f64>| View { scores, ..View::default() };
            let rows = view(vec![0.5 * score, -0.5 * score]);
            assert_eq!(several.decide(&rows), binary.decide(&view(vec![score])), "{score}");
        }
    }

    #[test]
    fn costs_are_for_several_classes() {
        let cost = Cost { right: None, wrong: None, margin: 2.0 };
        for mut problem in all() {
            let (name, before) = (problem.name(), problem.clone());
            assert_eq!(problem.with_costs(&[]), Ok(()));
            assert_eq!(problem, before);
            let set = problem.with_costs(std::slice::from_ref(&cost));
            match name {
                "multiclass" | "one-vs-rest" | "label-ranking" => {
                    assert_eq!((set, problem.cost_lines()), (Ok(()), 1));
                }
                _ => {
                    let reason = format!("--costs has no place in the problem {name}");
                    assert_eq!((set, problem.cost_lines()), (Err(Error::Spec(reason)), 0));
                }
            }
        }
    }

    #[test]
    fn a_ball_remarks_on_its_radius() {
        let ball = |text: &str| AnyProblem::parse(text).unwrap();
        let open = ball("uniclass:radius=2");
        assert!(open.remarks(None).is_empty() && open.remarks(Some(2.0)).is_empty());
        let line = "             no ball of radius 2 covers all the instances";
        assert_eq!(open.remarks(Some(2.5)), [line]);
        let learned = ball("uniclass:radius=2,learn_radius=true");
        assert_eq!(learned.remarks(Some(2.5)), [line, "radius found: 0"]);
        assert!(ball("binary").remarks(Some(2.5)).is_empty());
    }

    #[test]
    fn thresholds_lie_between_ranks() {
        let count = |text: &str| AnyProblem::parse(text).unwrap().thresholds();
        assert_eq!([count("ordinal"), count("ordinal:ranks=4"), count("binary")], [0, 3, 0]);
    }
}
