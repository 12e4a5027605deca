import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes. Started last, each would be waited for alone, on a machine that has nothing else left to do. */
const slow = [
  ...['money/first-half', 'money/second-half', 'model/first-half', 'model/second-half'],
  ...['platform-kill', 'http/fuzz', 'faults/', 'orders/races', 'clock-jumps'],
]

const rank = ({ moduleId }: TestSpecification): number => {
  const position = slow.findIndex((part) => moduleId.includes(part))
  return position === -1 ? slow.length : position
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.sort((a, b) => rank(a) - rank(b))
  }
}
