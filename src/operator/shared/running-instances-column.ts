import { operatorPaths } from '#src/operator/paths.ts'

interface InstanceCounts {
  id: string
  running: number
  instances: number
}

/** Running and all instances of a host or user, with a link to them. */
export const runningInstancesColumn = {
  field: 'running',
  title: '运行 / 实例',
  type: 'link',
  value: ({ running, instances }: InstanceCounts) => `${running} / ${instances}`,
  to: ({ id, instances }: InstanceCounts) => (instances ? operatorPaths.instancesOf({ keyword: id }) : null),
  align: 'end',
} as const
