import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One after the other, for a worker keeps what it has loaded only from one file of a project to the next. The last has no long file to wait for. */
const projects = ['server', 'unit', 'embedded', 'web']

/** Files that take minutes. Started last, each would be waited for alone, on a machine that has nothing else left to do. */
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
