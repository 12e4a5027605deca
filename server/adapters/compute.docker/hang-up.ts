import type { Engine } from './engine.ts'

/** Names a session in the environment of its processes, so that they can be found again. */
export const session_variable = 'ZHISUAN_SESSION'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
const each = (test: string, kill: string) => `for p in /proc/[0-9]*; do ${test} && ${kill} \${p#/proc/}; done 2>/dev/null`
const of_session = 'grep -q "$0" $p/environ'
/** A process started from outside has no parent in the container; what it left in the background has, and stays. */
const entered = 'grep -q "^PPid:[[:space:]]*0$" $p/status'
const scripts = {
  terminal: each(`${entered} && ${of_session}`, 'kill -HUP'),
  all: each(`[ $p != /proc/$$ ] && ${of_session}`, 'kill -KILL'),
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

/** Engines leave a program running when whoever started it goes away. `terminal`: as losing one does; `all`: nothing stays. */
export async function hangUp(engine: Engine, container: string, session: string, who: keyof typeof scripts): Promise<void> {
  const Cmd = ['sh', '-c', scripts[who], `${session_variable}=${session}`]
  await engine
    .call(async (docker) => (await docker.getContainer(container).exec({ Cmd })).start({ Detach: true }))
    .catch(() => undefined) // the instance is gone, and the program with it
}
