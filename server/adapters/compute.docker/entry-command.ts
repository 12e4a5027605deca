/** What the image itself would run. */
export interface ImageCommand {
  Entrypoint?: string | string[] | null | undefined
  Cmd?: string | string[] | null | undefined
}

const interactiveProgram = /^(?:a|ba|da|k|z)?sh$|^i?python[\d.]*$/

/** Says that it is up, then sleeps; the console of an image without a service of its own is never empty. */
export const keepAliveCommand = ['/bin/sh', '-c', 'echo "实例已启动：$(hostname)"; exec tail -f /dev/null']

const toWords = (value: ImageCommand['Cmd']): string[] => (typeof value === 'string' ? [value] : (value ?? []))

/** A shell waiting for a keyboard ends at once in a container that nobody is attached to. */
function isInteractiveShell([program = '', ...options]: readonly string[]): boolean {
  return interactiveProgram.test(program.split('/').at(-1) ?? '') && options.every((option) => /^-[il]+$/.test(option))
}

/** What to run instead of the image's own command; nothing when that command stays up by itself. */
export function computeEntryCommand(image: ImageCommand): { Entrypoint?: string[]; Cmd?: string[] } {
  const [entrypoint, command] = [toWords(image.Entrypoint), toWords(image.Cmd)]
  const whole = [...entrypoint, ...command]
  if (whole.length === 0 || isInteractiveShell(whole)) return { Entrypoint: keepAliveCommand, Cmd: [] }
  return entrypoint.length > 0 && isInteractiveShell(command) ? { Cmd: keepAliveCommand } : {}
}
