import type { DockerEngine } from './engine.ts'

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

/**
 * Ends the programs of a session, which engines leave running after a disconnect. `terminal` sends a hang-up; `all` kills
 * every process.
 */
export async function hangUpSession(
  engine: DockerEngine,
  container: string,
  session: string,
  who: keyof typeof hangUpScripts,
): Promise<void> {
  const Cmd = ['sh', '-c', hangUpScripts[who], `${sessionVariable}=${session}`]
  await engine
    .call(async (docker) => (await docker.getContainer(container).exec({ Cmd })).start({ Detach: true }))
    .catch(() => undefined) // the instance is gone, and the program with it
}
