/** `work` on each item, at most `at_once` at a time; results in the items' order. */
export async function inBatches<T, R>(items: readonly T[], at_once: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += at_once) {
    results.push(...(await Promise.all(items.slice(from, from + at_once).map(work))))
  }
  return results
}
