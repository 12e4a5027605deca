/** Splits what a script printed into its parts by their names; each begins with a line of `mark` and its name. */
export const splitMarkedAnswer = (said: string, mark: string): ReadonlyMap<string, string> =>
  new Map(
    said
      .split(`\n${mark}`)
      .slice(1)
      .map((part) => {
        const cut = part.indexOf('\n')
        return [part.slice(0, cut), part.slice(cut + 1)] as const
      }),
  )
