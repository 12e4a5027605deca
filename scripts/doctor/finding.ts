/** What the doctor found about one thing; `mend` is what to do where it is not as it should be. */
export type Finding = { about: string; what: string } & ({ state: 'ok' } | { state: 'warn' | 'fail'; mend: string })

export const ok = (about: string, what: string): Finding => ({ state: 'ok', about, what })
export const warn = (about: string, what: string, mend: string): Finding => ({ state: 'warn', about, what, mend })
export const fail = (about: string, what: string, mend: string): Finding => ({ state: 'fail', about, what, mend })

const stateWords = { ok: '正常', warn: '注意', fail: '不行' } as const

export const formatFinding = (finding: Finding): string =>
  [
    `${stateWords[finding.state]}  ${finding.about}：${finding.what}`,
    ...(finding.state === 'ok' ? [] : [`      怎么办：${finding.mend}`]),
  ].join('\n')

export const describeError = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException
  return message || code || String(error)
}
