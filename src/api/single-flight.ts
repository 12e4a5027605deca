/** Wraps a task so that concurrent calls with the same key share one run. */
export function createSingleFlight<T, Key = void>(task: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const flights = new Map<Key, Promise<T>>()
  return (key) => {
    const underWay = flights.get(key)
    if (underWay) return underWay
    const flight = task(key).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
