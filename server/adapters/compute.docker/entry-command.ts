/** What the image itself would run. */
export interface ImageCommand {
  Entrypoint?: string | string[] | null | undefined
  Cmd?: string | string[] | null | undefined
}

const interactive = /^(?:a|ba|da|k|z)?sh$|^i?python[\d.]*$/

/** Says that it is up, then sleeps; the console of an image without a service of its own is never empty. */
export const keep_alive = ['/bin/sh', '-c', 'echo "实例已启动：$(hostname)"; exec tail -f /dev/null']

const words = (value: ImageCommand['Cmd']): string[] => (typeof value === 'string' ? [value] : (value ?? []))

/** A shell waiting for a keyboard ends at once in a container that nobody is attached to. */
function waitsForKeyboard([program = '', ...options]: readonly string[]): boolean {
  return interactive.test(program.split('/').at(-1) ?? '') && options.every((option) => /^-[il]+$/.test(option))
}

/** What to run instead of the image's own command; nothing when that command stays up by itself. */
export function entryCommand(image: ImageCommand): { Entrypoint?: string[]; Cmd?: string[] } {
  const [entrypoint, command] = [words(image.Entrypoint), words(image.Cmd)]
  const whole = [...entrypoint, ...command]
  if (whole.length === 0 || waitsForKeyboard(whole)) return { Entrypoint: keep_alive, Cmd: [] }
  return entrypoint.length > 0 && waitsForKeyboard(command) ? { Cmd: keep_alive } : {}
}
