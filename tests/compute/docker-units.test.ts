import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDriverError } from '#server/adapters/compute.docker/engine-errors.ts'
import { entryCommand, keep_alive } from '#server/adapters/compute.docker/entry-command.ts'
import { FrameReader } from '#server/adapters/compute.docker/frames.ts'
import { isAllowed, problemOf } from '#server/adapters/compute.docker/host-check.ts'
import { containerName, keptDisk, stoppedName, volumeName } from '#server/adapters/compute.docker/names.ts'
import { readTable } from '#server/adapters/compute.docker/nvidia.ts'

describe('docker: engine errors', () => {
  const refused = (statusCode: number, message: string) =>
    Object.assign(new Error(`(HTTP code ${statusCode}) x - ${message} `), { statusCode })

  it.each([
    [Object.assign(new Error('connect ENOENT /x.sock'), { code: 'ENOENT' }), 'DriverUnavailable', true],
    [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'DriverUnavailable', true],
    [Object.assign(new Error('connect EACCES'), { code: 'EACCES' }), 'DriverUnavailable', true],
    [Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), 'DriverUnavailable', true],
    [refused(409, 'Conflict. The container name is already in use'), 'Conflict', true],
    [refused(500, 'the container name "x" is already in use by 123'), 'Conflict', true],
    [refused(404, 'No such container: x'), 'NotFound', false],
    [refused(404, 'No such image: x'), 'ImageNotFound', false],
    [refused(500, 'x: image not known'), 'ImageNotFound', false],
    [refused(400, 'Range of CPUs is from 0.01 to 2.00'), 'InvalidSpec', false],
    [refused(500, 'something broke'), 'DriverUnavailable', true],
    [refused(503, 'busy'), 'DriverUnavailable', true],
    ['not even an error', 'DriverUnavailable', true],
  ])('%s is %s', (error, code, retryable) => {
    expect(asDriverError(error)).toMatchObject({ code, retryable })
  })

  it('keeps the engine’s words, without its status line', () => {
    expect(asDriverError(refused(409, 'name\n is taken')).message).toBe('name is taken')
  })
})

describe('docker: entry command', () => {
  const kept = { Entrypoint: keep_alive, Cmd: [] }

  it.each([
    [{ Cmd: ['bash'] }, kept],
    [{ Cmd: ['/bin/bash', '-l'] }, kept],
    [{ Cmd: ['python3'] }, kept],
    [{ Cmd: null, Entrypoint: null }, kept],
    [{ Entrypoint: ['/bin/sh'] }, kept],
    [{ Entrypoint: ['/opt/nvidia/nvidia_entrypoint.sh'], Cmd: ['/bin/bash'] }, { Cmd: keep_alive }],
    [{ Cmd: ['jupyter', 'lab'] }, {}],
    [{ Cmd: ['bash', '-c', 'serve'] }, {}],
    [{ Entrypoint: ['/usr/sbin/sshd', '-D'] }, {}],
    [{ Entrypoint: ['tini', '--'], Cmd: ['serve'] }, {}],
  ])('%j becomes %j', (image, wanted) => {
    expect(entryCommand(image)).toEqual(wanted)
  })
})

describe('docker: stream frames', () => {
  const frame = (kind: number, bytes: Uint8Array) => {
    const header = Buffer.alloc(8)
    header[0] = kind
    header.writeUInt32BE(bytes.length, 4)
    return Buffer.concat([header, bytes])
  }

  it('come out whole however the stream is cut', () => {
    const part = fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 30 })), (parts, cuts) => {
        const bytes = Buffer.concat(parts.map(([kind, content]) => frame(kind, content)))
        const reader = new FrameReader()
        const got: [number, string][] = []
        let at = 0
        for (const cut of [...cuts, bytes.length]) {
          for (const { error, bytes: content } of reader.push(bytes.subarray(at, at + cut))) {
            got.push([error ? 2 : 1, content.toString('hex')])
          }
          at += cut
        }
        expect(got).toEqual(parts.map(([kind, content]) => [kind, Buffer.from(content).toString('hex')]))
      }),
    )
  })
})

describe('docker: names', () => {
  it('give no two instances, generations or installations the same object', () => {
    const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/)
    const ref = fc.record({ installation_id: id, id, generation: fc.nat(20) })
    fc.assert(
      fc.property(ref, ref, (a, b) => {
        const same_instance = a.installation_id === b.installation_id && a.id === b.id
        const same = same_instance && a.generation === b.generation
        expect(containerName(a) === containerName(b)).toBe(same)
        expect(stoppedName(a) === containerName(b)).toBe(false)
        expect(keptDisk(a) === keptDisk(b)).toBe(same)
        expect(volumeName(a) === volumeName(b)).toBe(same_instance)
      }),
    )
  })
})

describe('docker: nvidia-smi', () => {
  it('reads cards, and 0 for what a card does not report', () => {
    const csv =
      'GPU-1, NVIDIA H800, 97, 70123, 61, 512.30\nGPU-2, NVIDIA H800, [N/A], 5, 30, [Not Supported]\n\nFailed to initialize NVML'
    expect(readTable(csv)).toEqual([
      { uuid: 'GPU-1', model: 'H800', use_percent: 97, vram_mb: 70123, temperature_c: 61, power_w: 512.3 },
      { uuid: 'GPU-2', model: 'H800', use_percent: 0, vram_mb: 5, temperature_c: 30, power_w: 0 },
    ])
  })
})

describe('docker: what a check of the host heard', () => {
  const control = 'reached 127.0.0.1:9'
  const guarded = 'mounted rw,nosuid,nodev,relatime'

  it.each([
    [[control, guarded], undefined],
    [[control, guarded, 'reached 169.254.169.254:80'], /169\.254\.169\.254:80.*tenant-host\.sh/],
    [[control, 'mounted rw,relatime'], /nosuid,nodev.*tenant-host\.sh/],
    [[control], /nosuid/],
    [[guarded], /看不到任何网络/],
    [[], /看不到任何网络/],
  ])('%j is %s', (said, wanted) => {
    if (wanted) expect(problemOf(said)).toMatch(wanted)
    else expect(problemOf(said)).toBeUndefined()
  })

  it.each([
    ['10.8.3.1:22', [{ net: '10.8.0.0/16' }], true],
    ['10.9.3.1:22', [{ net: '10.8.0.0/16' }], false],
    ['10.8.3.1:22', [{ net: '10.8.3.1', port: 80 }], false],
    ['10.8.3.1:80', [{ net: '10.8.3.1', port: 80 }], true],
    ['10.8.3.1:80', [{ net: 'fd00::/8' }], false],
  ])('%s under %j is left open: %s', (target, allow, wanted) => {
    expect(isAllowed(target, allow)).toBe(wanted)
  })
})
