/** The first list without what has an equal in the second. */
export default <T>(list: readonly T[], without: readonly T[] | undefined, equal: (one: T, two: T) => boolean): T[] =>
  list.filter((one) => !without?.some((two) => equal(one, two)))
