import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs files in sequence, as a worker keeps loaded modules only between files of one project. Keeps long files from the end. */
const projects = ['server', 'unit', 'embedded', 'web']

/** Files that take minutes. Started last, each would run alone while the rest of the machine is idle. */
const slow = [
  ...['money-model/first-half', 'money-model/second-half', 'model/first-half', 'model/second-half'],
  ...['platform-kill', 'http/fuzz', 'faults/', 'orders/races', 'clock-jumps'],
]

function rank({ moduleId, project }: TestSpecification): number {
  const position = slow.findIndex((part) => moduleId.includes(part))
  return projects.indexOf(project.name) * (slow.length + 1) + (position === -1 ? slow.length : position)
}

export class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.sort((a, b) => rank(a) - rank(b))
  }
}
