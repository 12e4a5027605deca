/** A readable and observable value; `get` returns the same value until it changes. */
export interface Store<T> {
  get: () => T
  subscribe: (listener: () => void) => () => void
  /** Value on a prerendered page, and in the browser until hydration. */
  first: () => T
}

export interface WritableStore<T> extends Store<T> {
  set: (value: T) => void
}

export interface ListenerSet {
  add: (listener: () => void) => () => void
  notify: () => void
}

export function createListenerSet(): ListenerSet {
  const listeners = new Set<() => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: () => {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** Creates a value outside React that React and other code can observe. */
export function createStore<T>(initial: T): WritableStore<T> {
  const { add, notify } = createListenerSet()
  let value = initial
  return {
    get: () => value,
    first: () => initial,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe: add,
  }
}
