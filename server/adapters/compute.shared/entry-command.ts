/** Command defined by the image. */
export interface ImageCommand {
  Entrypoint?: string | string[] | null | undefined
  Cmd?: string | string[] | null | undefined
}

const interactiveProgram = /^(?:a|ba|da|k|z)?sh$|^i?python[\d.]*$/

/** Prints that the instance is up, then sleeps, so the console of an image without a service is never empty. */
export const keepAliveCommand = ['/bin/sh', '-c', 'echo "实例已启动：$(hostname)"; exec tail -f /dev/null']

const toWords = (value: ImageCommand['Cmd']): string[] => (typeof value === 'string' ? [value] : (value ?? []))

/** True for an interactive shell, which exits at once in a container without an attached terminal. */
function isInteractiveShell([program = '', ...options]: readonly string[]): boolean {
  return interactiveProgram.test(program.split('/').at(-1) ?? '') && options.every((option) => /^-[il]+$/.test(option))
}

/** Returns the command that replaces the image's own; empty if the image's command keeps running by itself. */
export function computeEntryCommand(image: ImageCommand): { Entrypoint?: string[]; Cmd?: string[] } {
  const [entrypoint, command] = [toWords(image.Entrypoint), toWords(image.Cmd)]
  const whole = [...entrypoint, ...command]
  if (whole.length === 0 || isInteractiveShell(whole)) return { Entrypoint: keepAliveCommand, Cmd: [] }
  return entrypoint.length > 0 && isInteractiveShell(command) ? { Cmd: keepAliveCommand } : {}
}
