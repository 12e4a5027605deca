import type { SimulatedHost } from '#server/adapters/compute.simulator/fleet.ts'

export interface DemoRegion {
  id: string
  name: string
  city: string
}

/** Three regions; host names begin with their region's id. */
export const demoRegions: readonly DemoRegion[] = [
  { id: 'cn-north-1', name: '华北一区', city: '北京' },
  { id: 'cn-east-1', name: '华东一区', city: '上海' },
  { id: 'cn-southwest-1', name: '西南一区', city: '成都' },
]

const mbPerGb = 1024
const buildDemoHost = (
  region: string,
  name: string,
  model: string,
  count: number,
  cpu: number,
  memoryGb: number,
): SimulatedHost => ({
  name: `${region}-${name}`,
  cpu,
  memory_mb: memoryGb * mbPerGb,
  gpus: [{ model, count }],
})

export const demoFleet: readonly SimulatedHost[] = [
  buildDemoHost('cn-north-1', 'a100-01', 'A100 80GB', 8, 128, 1024),
  buildDemoHost('cn-north-1', 'a100-02', 'A100 80GB', 8, 128, 1024),
  buildDemoHost('cn-north-1', 'h800-01', 'H800 80GB', 8, 192, 2048),
  buildDemoHost('cn-north-1', '4090-01', 'RTX 4090', 8, 128, 512),
  buildDemoHost('cn-north-1', '4090-02', 'RTX 4090', 8, 128, 512),
  buildDemoHost('cn-east-1', '4090-01', 'RTX 4090', 8, 128, 512),
  buildDemoHost('cn-east-1', 'l40s-01', 'L40S', 4, 96, 512),
  buildDemoHost('cn-east-1', 'a800-01', 'A800 80GB', 8, 128, 1024),
  buildDemoHost('cn-southwest-1', '910b-01', 'Ascend 910B', 8, 192, 1536),
  buildDemoHost('cn-southwest-1', 'p800-01', 'Kunlun P800', 8, 192, 1536),
  buildDemoHost('cn-southwest-1', '4090-01', 'RTX 4090', 4, 64, 256),
]

/** Returns the region of a host; hosts of other fleets belong to the first region. */
export const findHostRegionId = (name: string): string =>
  demoRegions.find((region) => name.startsWith(region.id))?.id ?? demoRegions[0]!.id
