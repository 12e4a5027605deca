type Equal<T> = (one: T, two: T) => boolean

/** All lists in one, the first of equals kept. */
export default function unionWith<T>(...args: [...lists: (readonly T[] | undefined)[], equal: Equal<T>]): T[] {
  const equal = args.at(-1) as Equal<T>
  const kept: T[] = []
  for (const one of (args.slice(0, -1) as (readonly T[] | undefined)[]).flatMap((list) => list ?? [])) {
    if (!kept.some((two) => equal(two, one))) kept.push(one)
  }
  return kept
}
