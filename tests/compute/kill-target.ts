import { systemClock } from '#server/adapters/clock.system.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'

/** Starts, saves and removes instances without end, and says each step once it was answered; its parent kills it. */

const dir = process.argv[2]!
const quick = { pulling_ms: 1, creating_ms: 1, starting_ms: 1, stopping_ms: 1 }
const hosts = [{ name: 'h', cpu: 64, memory_mb: 65_536, gpus: [] }]
const driver = createSimulator({ clock: systemClock, dir, hosts, delays: quick })
const say = (line: string) => process.stdout.write(`${line}\n`)

for (let n = 0; ; n += 1) {
  const spec = {
    installation_id: 'test',
    id: `i${n % 10}`,
    generation: 1,
    host: 'h',
    image: 'zhisuan/base:1',
    cpu: 1,
    memory_mb: 64,
    gpu_model: '',
    gpu_uuids: [],
    sys_disk_gb: 1,
    data_disk_gb: 1,
    hostname: 'h',
    authorized_keys: [],
  }
  say(`starting ${spec.id}`)
  await driver.ensureRunning(spec)
  say(`started ${spec.id}`)
  if (n % 4 === 1) {
    while ((await driver.observe(spec)).phase !== 'running') await systemClock.sleep(1)
    say(`saving ${spec.id}`)
    await driver.snapshot(spec, `saved/n${n}:1`, () => undefined)
    say(`saved n${n}`)
  }
  if (n % 3 === 0) {
    say(`removing ${spec.id}`)
    await driver.ensureAbsent(spec)
    say(`removed ${spec.id}`)
  }
}
