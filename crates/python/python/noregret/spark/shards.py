"""Which row belongs to which shard, and in which order a shard has its rows.

A merged model depends on that and on nothing else, so it must not change when a task is repeated, a
worker is lost or the data is read by another number of executors:

- without a number of shards, the shards are the partitions of the data frame, as they are. That is
  right where these are the same each time: the partitions of stored files as one cluster reads
  them, or the result of `repartition(n, columns)`, but not that of `repartitionByRange`, which
  samples;
- `shards=K` makes K of them by the content of the rows: each gets the hash h of all its columns and
  of its number among rows that are equal to it, belongs to the shard h mod K, and a shard is sorted
  by h. That depends on the rows alone, whatever partitions they come in, and mixes them well; it
  needs two shuffles, once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noregret.spark.columns import SHARD
from noregret.spark.job import PARTITION

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


def sharded(df: DataFrame, names: list[str], shards: int | None) -> tuple[DataFrame, str | None]:
    """The named columns of a data frame in shards, and what the number of a shard is to a task."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    picked: list[Column] = [F.col(f"`{name}`") for name in names]
    if shards is None:
        return df.select(*picked), PARTITION
    # Two hashes each: rows that have one in common by accident would have no order.
    content = ["__content", "__more"]
    hashed = df.select(
        *picked,
        F.xxhash64(*picked).alias(content[0]),
        F.xxhash64(F.lit(1), *picked).alias(content[1]),
    )
    equal = Window.partitionBy(*content).orderBy(*content)
    numbered = hashed.withColumn("__copy", F.row_number().over(equal))
    order = ["__first", "__second"]
    keyed = numbered.select(
        *picked,
        F.xxhash64(*content, "__copy").alias(order[0]),
        F.xxhash64("__copy", *content).alias(order[1]),
    ).withColumn(SHARD, F.pmod(F.col(order[0]), F.lit(shards)).cast("int"))
    if hasattr(keyed, "repartitionById"):
        split = keyed.repartitionById(shards, F.col(SHARD))
    else:
        # Before Spark 4.1 several shards may meet in a partition: a task takes them in turn.
        split = keyed.repartition(shards, F.col(SHARD))
    return split.sortWithinPartitions(SHARD, *order).drop(*order), None
