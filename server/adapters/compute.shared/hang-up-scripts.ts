/** Environment variable that identifies the processes of a session. */
export const sessionVariable = 'ZHISUAN_SESSION'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
const buildKillLoop = (test: string, kill: string) =>
  `for p in /proc/[0-9]*; do ${test} && ${kill} \${p#/proc/}; done 2>/dev/null`
const inSessionTest = 'grep -q "$0" $p/environ'
/** Matches processes started from outside: they have no parent in the container. Their background jobs have one and survive. */
const enteredTest = 'grep -q "^PPid:[[:space:]]*0$" $p/status'
const hangUpScripts = {
  terminal: buildKillLoop(`${enteredTest} && ${inSessionTest}`, 'kill -HUP'),
  all: buildKillLoop(`[ $p != /proc/$$ ] && ${inSessionTest}`, 'kill -KILL'),
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

/** Who of a session is ended: `terminal` sends a hang-up to what was started in it, `all` kills every process. */
export type HangUpTarget = keyof typeof hangUpScripts

/** Builds the command that ends the programs of a session from inside, which engines leave running after a disconnect. */
export const buildHangUpCommand = (session: string, who: HangUpTarget): string[] => [
  'sh',
  '-c',
  hangUpScripts[who],
  `${sessionVariable}=${session}`,
]
