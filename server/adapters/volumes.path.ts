import { VolumeError } from '#server/ports/volumes.ts'

/** The names along a relative path, none for the root. Refuses what climbs out, names nothing or no file system would take. */
export function parseVolumePath(path: string): string[] {
  if (path === '') return []
  const names = path.split('/')
  const odd = names.some((name) => name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > 255)
  if (odd || path.includes('\0')) throw new VolumeError('bad_path', path)
  return names
}

/** The same, of something that can be made, replaced or moved: the root cannot. */
export function parsePathBelowRoot(path: string): [folder: string[], name: string] {
  const names = parseVolumePath(path)
  const name = names.pop()
  if (name === undefined) throw new VolumeError('bad_path', path)
  return [names, name]
}

export const joinVolumePath = (names: readonly string[]): string => names.join('/')
export const isVolumePathWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** As object stores order keys, and everything below a folder beside it. */
export const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
