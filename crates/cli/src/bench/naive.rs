//! What every engine is held against: a loop that shares no code with them.

/// The naive loop: hands every palace x ≤ y < side of W^k to `palace`. Kept plain: `if` is faster here than any clever
/// arithmetic, because palaces are few.
///
/// The queen on (x, y) sees the palaces to her left, `rows[y]`; those on her diagonal, `diagonals[y − x]`; and those
/// above her, `column`. The board is symmetric, so those above the diagonal are as many as row x has left of it.
pub(super) fn naive_square(k: u32, side: usize, mut palace: impl FnMut(u64, u64)) {
    let (mut rows, mut diagonals) = (vec![0_u32; side], vec![0_u32; side]);
    for x in 0..side {
        let mut column = rows[x];
        for (y, (row, diagonal)) in (x..).zip(rows[x..].iter_mut().zip(&mut diagonals)) {
            if column + *row + *diagonal < k {
                column += 1;
                *row += 1;
                *diagonal += 1;
                palace(x as u64, y as u64);
            }
        }
    }
}

/// The same for whole columns x < width: a column ends when it holds k palaces. How many cells were looked at.
pub(super) fn naive_columns(k: u32, width: usize, mut palace: impl FnMut(u64, u64)) -> u64 {
    let (mut rows, mut diagonals, mut cells) = (vec![0_u32; 4 * width], vec![0_u32; 4 * width], 0);
    for x in 0..width {
        let (mut column, mut y) = (rows[x], x);
        while column < k {
            if y == rows.len() {
                rows.resize(2 * y, 0);
                diagonals.resize(2 * y, 0);
            }
            for (row, diagonal) in rows[y..].iter_mut().zip(&mut diagonals[y - x..]) {
                y += 1;
                if column + *row + *diagonal < k {
                    column += 1;
                    *row += 1;
                    *diagonal += 1;
                    palace(x as u64, y as u64 - 1);
                    if column == k {
                        break;
                    }
                }
            }
        }
        cells += (y - x) as u64;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lar11 Theorem 1.1: W^3 is (0,0), {n, 2n+1}, {n, 2n+2}.
    #[test]
    fn the_naive_loops_find_the_palaces_of_w_3() {
        let mut square = Vec::new();
        naive_square(3, 9, |x, y| square.push((x, y)));
        assert_eq!(square, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (3, 7), (3, 8)]);
        let mut columns = Vec::new();
        let cells = naive_columns(3, 3, |x, y| columns.push((x, y)));
        assert_eq!(columns, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]);
        assert_eq!(cells, 3 + 4 + 5);
    }
}
