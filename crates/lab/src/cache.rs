//! A shelf of fixed size: what was not used for the longest time goes first.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use std::collections::HashMap;

/// Locks; a thread that panicked while it held the lock has left nothing half-done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Values by key, up to a total weight.
pub(crate) struct Shelf<K, V> {
    room: usize,
    inner: Mutex<Inner<K, V>>,
}

struct Inner<K, V> {
    clock: u64,
    weight: usize,
    values: HashMap<K, Kept<V>>,
}

struct Kept<V> {
    used: u64,
    weight: usize,
    value: Arc<V>,
}

impl<K: Clone + Eq + Hash, V> Shelf<K, V> {
    pub(crate) fn new(room: usize) -> Self {
        Self { room, inner: Mutex::new(Inner { clock: 0, weight: 0, values: HashMap::new() }) }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut inner = lock(&self.inner);
        inner.clock += 1;
        let clock = inner.clock;
        let kept = inner.values.get_mut(key)?;
        kept.used = clock;
        Some(Arc::clone(&kept.value))
    }

    /// Keeps the value, if it is not too large for the shelf.
    pub(crate) fn put(&self, key: K, value: Arc<V>, weight: usize) {
        if weight > self.room {
            return;
        }
        let mut inner = lock(&self.inner);
        inner.clock += 1;
        let kept = Kept { used: inner.clock, weight, value };
        inner.weight += weight;
        if let Some(old) = inner.values.insert(key, kept) {
            inner.weight -= old.weight;
        }
        while inner.weight > self.room {
            let oldest = inner.values.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone());
            let Some(old) = oldest.and_then(|key| inner.values.remove(&key)) else { break };
            inner.weight -= old.weight;
        }
    }

    /// Forgets what the condition holds for.
    pub(crate) fn forget(&self, mut is_gone: impl FnMut(&K) -> bool) {
        let mut inner = lock(&self.inner);
        let mut freed = 0;
        inner.values.retain(|key, kept| {
            let gone = is_gone(key);
            freed += if gone { kept.weight } else { 0 };
            !gone
        });
        inner.weight -= freed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_goes_first() {
        let shelf = Shelf::new(3);
        for key in 0..3 {
            shelf.put(key, Arc::new(key), 1);
        }
        assert!(shelf.get(&0).is_some());
        shelf.put(3, Arc::new(3), 1);
        assert!(shelf.get(&1).is_none() && shelf.get(&0).is_some());
        shelf.put(9, Arc::new(9), 4);
        assert!(shelf.get(&9).is_none() && shelf.get(&3).is_some(), "too large for the shelf");
        shelf.put(3, Arc::new(5), 3);
        assert_eq!((shelf.get(&3).as_deref(), shelf.get(&0)), (Some(&5), None));
        shelf.forget(|key| *key == 3);
        shelf.put(1, Arc::new(1), 3);
        assert!(shelf.get(&1).is_some());
    }
}
