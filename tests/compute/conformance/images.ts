import { expect, it } from 'vitest'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { advanceUntilSettled, buildTestInstanceSpec, type DriverWorld, getDriverErrorCode, waitForPhase } from '../world.ts'

export function imageCases(world: () => DriverWorld): void {
  const firstHost = async () => (await describeHosts(world().driver))[0]!.name

  it('has an image ready and says so with 100 percent', async () => {
    const heard: number[] = []
    await advanceUntilSettled(
      world(),
      world().driver.ensureImage(await firstHost(), world().image, ({ percent }) => heard.push(percent)),
    )
    expect(heard.at(-1)).toBe(100)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
  })

  it('refuses an image that does not exist', async () => {
    const fetched = world().driver.ensureImage(await firstHost(), world().missing_image, () => undefined)
    expect(await advanceUntilSettled(world(), getDriverErrorCode(fetched))).toBe('ImageNotFound')
  })

  it('shows an instance whose image does not exist as failed, until somebody stops or removes it', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { image: world().missing_image })
    await world().driver.ensureRunning(spec)
    const seen = await waitForPhase(world(), spec, 'failed')
    expect(seen.reason).toBe('ImageNotFound')
    expect(seen.message).toMatch(/\p{Script=Han}.*[。）]$/u)
    expect((await world().driver.ensureRunning(spec)).phase).toBe('failed')
    expect((await listObjects(world().driver)).map(({ phase }) => phase)).toEqual(['failed'])
    const after = await world().driver.ensureStopped(spec, { grace_seconds: 0 })
    expect(['stopped', 'absent']).toContain(after.phase)
    await world().driver.ensureAbsent(spec)
    expect(await listObjects(world().driver)).toEqual([])
  })

  it('tries again after a failed start was stopped', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { image: world().missing_image })
    await world().driver.ensureRunning(spec)
    await waitForPhase(world(), spec, 'failed')
    await world().driver.ensureStopped(spec, { grace_seconds: 0 })
    const { phase } = await world().driver.ensureRunning(spec)
    expect(['creating', 'pulling', 'failed']).toContain(phase)
    await waitForPhase(world(), spec, 'failed')
  })
}
