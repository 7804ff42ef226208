//! The IDX format of MNIST: a big-endian header, then one byte per value.
//!
//! Images have the magic number 2051 and the sizes count, height, width; labels 2049 and the count.

use super::{Preparation, Set};
use crate::failure::{Failure, Result};

const IMAGES: u32 = 2051;
const LABELS: u32 = 2049;

/// A file by name and content.
pub(crate) type Named<'a> = (&'a str, &'a [u8]);

/// The set that a file of images and a file of labels hold.
pub(crate) fn parse(
    images: Named<'_>,
    labels: Named<'_>,
    classes: u32,
    prepare: Preparation,
) -> Result<Set> {
    let (sizes, pixels) = body(images, IMAGES, 3)?;
    let (counts, names) = body(labels, LABELS, 1)?;
    if sizes[0] != counts[0] {
        let reason = format!("{} labels for the {} images of {}", counts[0], sizes[0], images.0);
        return Err(Failure::data(labels.0, None, reason));
    }
    let mut set = Set::default();
    for (&label, image) in names.iter().zip(pixels.chunks_exact(sizes[1] * sizes[2])) {
        if u32::from(label) >= classes {
            let reason = format!("the label {label} is none of the {classes} classes");
            return Err(Failure::data(labels.0, None, reason));
        }
        let row = image.iter().map(|&pixel| f64::from(pixel)).collect();
        set.push(u32::from(label), prepare.apply(row));
    }
    Ok(set)
}

/// The sizes in the header, of which there must be `dimensions`, and the bytes that follow it.
fn body(file: Named<'_>, magic: u32, dimensions: usize) -> Result<(Vec<usize>, &[u8])> {
    let (name, bytes) = file;
    let header = 4 * (1 + dimensions);
    if bytes.len() < header {
        return Err(Failure::data(name, None, format!("{} bytes are no IDX file", bytes.len())));
    }
    let (head, rest) = bytes.split_at(header);
    let words: Vec<u32> = head
        .chunks_exact(4)
        .map(|w| w.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)))
        .collect();
    if words[0] != magic {
        let reason = format!("the magic number is {}, not {magic}", words[0]);
        return Err(Failure::data(name, None, reason));
    }
    let sizes: Vec<usize> = words[1..].iter().map(|&size| size as usize).collect();
    let wanted = sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
    if sizes.contains(&0) || wanted != Some(rest.len()) {
        let reason = format!("{} values follow the sizes {sizes:?}", rest.len());
        return Err(Failure::data(name, None, reason));
    }
    Ok((sizes, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret::core::Instance;

    fn idx(words: &[u32], values: &[u8]) -> Vec<u8> {
        words.iter().flat_map(|w| w.to_be_bytes()).chain(values.iter().copied()).collect()
    }

    fn read(images: &[u8], labels: &[u8]) -> Result<Set, String> {
        parse(("i.gz", images), ("l.gz", labels), 10, Preparation::Raw).map_err(|f| f.to_string())
    }

    #[test]
    fn two_small_images() {
        let images = idx(&[2051, 2, 1, 3], &[0, 7, 0, 1, 2, 3]);
        let set = read(&images, &idx(&[2049, 2], &[9, 4])).unwrap();
        assert_eq!(set.labels, [9, 4]);
        assert_eq!(set.rows().unwrap()[0].0, Instance::Sparse { indices: &[1], values: &[7.0] });
        assert_eq!(set.rows().unwrap()[1].0.values(), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn broken_files_are_named() {
        let images = idx(&[2051, 2, 1, 1], &[5, 6]);
        let labels = idx(&[2049, 2], &[0, 1]);
        for (images, labels, message) in [
            (&images[..9], &labels[..], "i.gz: 9 bytes are no IDX file"),
            (&images[..17], &labels, "i.gz: 1 values follow the sizes [2, 1, 1]"),
            (&labels, &labels, "i.gz: 10 bytes are no IDX file"),
            (&images, &images, "l.gz: the magic number is 2051, not 2049"),
            (&images, &idx(&[2049, 1], &[0]), "l.gz: 1 labels for the 2 images of i.gz"),
            (&images, &idx(&[2049, 2], &[0, 10]), "l.gz: the label 10 is none of the 10 classes"),
            (&idx(&[2051, 0, 1, 1], &[]), &labels, "i.gz: 0 values follow the sizes [0, 1, 1]"),
        ] {
            assert_eq!(read(images, labels), Err(message.into()));
        }
    }
}
