import { expect, it } from 'vitest'
import type { PlacedInstanceRef } from '#server/ports/compute.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
  waitForPhase,
} from '../world.ts'

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOne one@example'
const ignore = () => undefined

export function snapshotCases(world: () => DriverWorld): void {
  const able = async (skip: (why: string) => void) => {
    if (!(await describeHosts(world().driver))[0]!.capabilities.saves_images) skip('the driver saves no images')
  }
  const target = (tag: string) => `zhisuan/saved-${world().installation_id}:${tag}`
  const save = (ref: PlacedInstanceRef, image: string, heard: (percent: number) => void = ignore) =>
    advanceUntilSettled(world(), world().driver.snapshot(ref, image, heard))

  it('saves the system disk, without data disk, keys and histories, and makes new instances of it', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a', { authorized_keys: [key] })
    await startAndWait(world(), spec)
    await execShellScript(
      world(),
      spec,
      'mkdir -p /root/项目/a /etc/ssh; echo kept > /root/项目/a/file; echo data > /workspace/file',
    )
    await execShellScript(
      world(),
      spec,
      'echo typed > /root/.bash_history; echo host > /etc/ssh/ssh_host_rsa_key; echo conf > /etc/ssh/conf',
    )
    const heard: number[] = []
    const { size_mb: sizeMb } = await save(spec, target('1'), (percent) => heard.push(percent))
    expect(Number.isSafeInteger(sizeMb) && sizeMb > 0).toBe(true)
    expect(heard.at(-1)).toBe(100)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    expect((await execShellScript(world(), spec, 'cat /root/.ssh/authorized_keys /root/.bash_history')).output).toBe(
      `${key}\ntyped\n`,
    )
    const copy = await buildTestInstanceSpec(world(), 'b', { image: target('1') })
    await startAndWait(world(), copy)
    expect((await execShellScript(world(), copy, 'cat /root/项目/a/file /etc/ssh/conf; hostname')).output).toBe('kept\nconf\nb\n')
    for (const leftOut of ['/workspace/file', '/root/.bash_history', '/etc/ssh/ssh_host_rsa_key']) {
      expect((await execShellScript(world(), copy, `cat ${leftOut}`)).code).not.toBe(0)
    }
    expect((await execShellScript(world(), copy, 'cat /root/.ssh/authorized_keys')).output).toBe('')
    expect((await listObjects(world().driver)).map(({ ref }) => ref.id).sort()).toEqual(['a', 'b'])
  })

  it('saves a stopped instance, and answers the same when asked again, by another server too', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo first > /root/file')
    await stopAndWait(world(), spec)
    const cut = world()
      .driver.snapshot(spec, target('1'), ignore)
      .catch(() => undefined)
    await world().wait(100)
    await world().restart()
    await cut
    const first = await save(spec, target('1'))
    await world().restart()
    expect(await save(spec, target('1'))).toEqual(first)
    expect((await world().driver.observe(spec)).phase).toBe('stopped')
    const copy = await buildTestInstanceSpec(world(), 'b', { image: target('1') })
    await startAndWait(world(), copy)
    expect((await execShellScript(world(), copy, 'cat /root/file')).output).toBe('first\n')
    expect(await getDriverErrorCode(save(copy, target('1')))).toBe('InvalidSpec')
  })

  it('removes a saved image; what runs from it goes on', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await save(spec, target('1'))
    const copy = await buildTestInstanceSpec(world(), 'b', { image: target('1') })
    await startAndWait(world(), copy)
    await world().driver.removeImage(target('1'))
    await world().driver.removeImage(target('1'))
    await world().driver.removeImage(target('never'))
    expect((await world().driver.observe(copy)).phase).toBe('running')
    await stopAndWait(world(), copy)
    await startAndWait(world(), { ...copy, memory_mb: 96 })
    const late = await buildTestInstanceSpec(world(), 'c', { image: target('1') })
    await world().driver.ensureRunning(late)
    expect((await waitForPhase(world(), late, 'failed')).reason).toMatch(/^Image/)
  })

  it('saves only what there is, under a name of its own', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect(await getDriverErrorCode(save(spec, target('1')))).toBe('NotFound')
    await startAndWait(world(), spec)
    expect(await getDriverErrorCode(save(spec, 'no image;name'))).toBe('InvalidSpec')
    expect(await getDriverErrorCode(save(spec, world().image))).toBe('InvalidSpec')
    expect(await getDriverErrorCode(world().driver.removeImage(world().image))).toBe('InvalidSpec')
  })

  it('gives a saved image another name, each of which outlives the other', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo kept > /root/file')
    await save(spec, target('1'))
    for (const name of ['copy', 'copy', 'other']) await world().driver.copyImage(target('1'), target(name))
    await world().driver.removeImage(target('1'))
    await world().restart()
    const made = await buildTestInstanceSpec(world(), 'b', { image: target('copy') })
    await startAndWait(world(), made)
    expect((await execShellScript(world(), made, 'cat /root/file')).output).toBe('kept\n')
    await world().driver.copyImage(target('other'), target('1'))
    await world().driver.removeImage(target('copy'))
    const late = await buildTestInstanceSpec(world(), 'c', { image: target('1') })
    await startAndWait(world(), late)
    expect((await execShellScript(world(), late, 'cat /root/file')).output).toBe('kept\n')
    expect((await world().driver.observe(made)).phase).toBe('running')
  })

  it('copies only what was saved, to a name that is free', async ({ skip }) => {
    await able(skip)
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    for (const tag of ['1', '2']) {
      await execShellScript(world(), spec, `echo ${tag} > /root/file`)
      await save(spec, target(tag))
    }
    const copy = (source: string, to: string) => getDriverErrorCode(world().driver.copyImage(source, to))
    expect(await copy(target('never'), target('3'))).toBe('ImageNotFound')
    expect(await copy(world().image, target('3'))).toBe('InvalidSpec')
    expect(await copy(target('1'), target('2'))).toBe('InvalidSpec')
    expect(await copy(target('1'), world().image)).toBe('InvalidSpec')
    expect(await copy(target('1'), 'no image;name')).toBe('InvalidSpec')
    await world().driver.removeImage(target('1'))
    expect(await copy(target('1'), target('3'))).toBe('ImageNotFound')
  })
}
