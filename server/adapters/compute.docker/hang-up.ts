import type { DockerEngine } from './engine.ts'

/** Names a session in the environment of its processes, so that they can be found again. */
export const sessionVariable = 'ZHISUAN_SESSION'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
const buildKillLoop = (test: string, kill: string) =>
  `for p in /proc/[0-9]*; do ${test} && ${kill} \${p#/proc/}; done 2>/dev/null`
const inSessionTest = 'grep -q "$0" $p/environ'
/** A process started from outside has no parent in the container; what it left in the background has, and stays. */
const enteredTest = 'grep -q "^PPid:[[:space:]]*0$" $p/status'
const hangUpScripts = {
  terminal: buildKillLoop(`${enteredTest} && ${inSessionTest}`, 'kill -HUP'),
  all: buildKillLoop(`[ $p != /proc/$$ ] && ${inSessionTest}`, 'kill -KILL'),
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

/** Engines leave a program running when whoever started it goes away. `terminal`: as losing one does; `wholeList`: nothing stays. */
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
