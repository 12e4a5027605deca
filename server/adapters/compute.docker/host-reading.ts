import type { AcceleratorProfile, CardReading } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { splitMarkedAnswer } from '#server/adapters/compute.shared/marked-answer.ts'

/** The file system below one folder of the host. */
export interface DiskReading {
  free_mb: number
  total_mb: number
  /** Options it is mounted with, as the kernel lists them. */
  options: string[]
}

/** What programs and files of a host tell of it. */
export interface HostReading {
  cards: CardReading[]
  /** Which files of vendors' drivers there are. */
  driver_files: string[]
  /** Names of the files of lxcfs; empty if it does not run. */
  lxcfs: string[]
  /** Absent if the engine's folder is not to be seen. */
  disk?: DiskReading
}

const mark = '#zhisuan '
const toolLimitSeconds = 12

/** Builds the script that asks all this of a host: `script <folder of lxcfs> <folder of the engine>`. */
export const buildReadingScript = (profiles: readonly AcceleratorProfile[]): string =>
  [
    `say() { echo; echo "${mark}$1"; }`,
    `ask() { timeout -s KILL ${toolLimitSeconds} sh -c "$1" </dev/null 2>&1; }`,
    'say lxcfs; ls "$1/proc" 2>/dev/null',
    'say disk; at=$(df -Pk "$2" 2>/dev/null | tail -n 1); echo "$at"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's own syntax
    'say mount; [ "$at" ] && grep -F " ${at##* } " /proc/self/mounts',
    `say files; for at in ${profiles.flatMap(({ driver_files: files }) => files).join(' ')}; do [ -e "$at" ] && echo "$at"; done`,
    ...profiles.map(({ vendor, tools, questions }) =>
      [
        `tool=$(${tools.map((tool) => `command -v ${tool}`).join(' || ')}); export tool`,
        `if [ "$tool" ]; then ${questions.map((question, i) => `say ${vendor}.${i}; ask '${question}'; `).join('')}fi`,
      ].join('\n'),
    ),
  ].join('\n')

/** Reads the answer of that script. */
export function parseReading(said: string, profiles: readonly AcceleratorProfile[], host: string): HostReading {
  const parts = splitMarkedAnswer(said, mark)
  const words = (part: string) => (parts.get(part) ?? '').split(/\s+/).filter(Boolean)
  const disk = parseDisk(parts.get('disk') ?? '', parts.get('mount') ?? '')
  return {
    cards: profiles.flatMap(({ vendor, questions, read }) =>
      read(
        questions.map((_, i) => parts.get(`${vendor}.${i}`) ?? ''),
        host,
      ),
    ),
    driver_files: words('files'),
    lxcfs: words('lxcfs'),
    ...(disk && { disk }),
  }
}

/** Reads a line of `df -Pk` and the line of the kernel's table for what is mounted last on its place. */
function parseDisk(line: string, mounts: string): DiskReading | undefined {
  const [, total, , free, , place] = line.trim().split(/\s+/)
  if (!total || !free || !place || Number.isNaN(Number(total))) return undefined
  const mounted = mounts
    .split('\n')
    .map((row) => row.split(' '))
    .findLast((cells) => cells[1] === place)
  return {
    free_mb: Math.floor(Number(free) / 1024),
    total_mb: Math.floor(Number(total) / 1024),
    options: mounted?.[3]?.split(',') ?? [],
  }
}
