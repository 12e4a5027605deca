import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceAccess } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { type OpenConnections, watchOpenConnections } from '#server/gateway/open-connections.ts'
import { openSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts'
import { newId } from '#server/lib/ids.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSftpClient } from '#tests/support/sftp-client.ts'
import {
  collectOutput,
  openSshConnection,
  openSshForward,
  openSshTerminal,
  openSubsystem,
  runSshCommand,
  toPublicKeyBytes,
  trySshLogin,
} from '#tests/support/ssh-client.ts'

const refused = 'All configured authentication methods failed'

let rental: RentalPlatform
let doors: OpenConnections
let gateway: SshGateway
let owner: Person
let key: { id: string; private_key: string }
let id: string

const newKey = async (person: Person, name = '笔记本', algorithm: 'ed25519' | 'rsa' = 'ed25519') => {
  const { data } = await person.call(secretKeys.create, { body: { mode: 'generate', name, algorithm } })
  return { id: data.id, private_key: data.private_key! }
}
const byKey = (privateKey: string) => ({ privateKey })
const newPassword = async () => (await owner.call(instanceAccess.reset_password, { params: { id } })).data.password
const enter = () => openSshConnection(gateway.port, id, byKey(key.private_key))

beforeAll(async () => {
  rental = await createRentalPlatform()
  doors = watchOpenConnections(rental.deps)
  gateway = await openSshGateway(rental.deps, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
  owner = await rental.addPerson()
  key = await newKey(owner)
  id = await rental.rent(owner, { secret_key_id: key.id })
})
afterAll(async () => {
  doors.closeAll()
  await gateway.close()
  await rental.close()
})

describe('decision 013 Logging in over SSH', () => {
  it('takes the key the instance was created with, also after it was deleted from the account', async () => {
    const temporary = await newKey(owner, '将删除')
    const other = await rental.rent(owner, { secret_key_id: temporary.id })
    await owner.call(secretKeys.remove, { params: { id: temporary.id } })
    expect(await trySshLogin(gateway.port, other, byKey(temporary.private_key))).toBe('in')
    expect(await trySshLogin(gateway.port, id, byKey(temporary.private_key))).toBe(refused)
  })

  it.each(['ed25519', 'rsa'] as const)('takes any key the owner has now: %s', async (algorithm) => {
    const added = await newKey(owner, algorithm, algorithm)
    expect(await trySshLogin(gateway.port, id, byKey(added.private_key))).toBe('in')
    await owner.call(secretKeys.remove, { params: { id: added.id } })
    expect(await trySshLogin(gateway.port, id, byKey(added.private_key))).toBe(refused)
  })

  it.each([256, 384, 521])('takes an ECDSA key that was brought along: %i bits', async (bits) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: `P-${bits}` })
    const pem = privateKey.export({ format: 'pem', type: 'sec1' }).toString()
    const publicKey = `ecdsa-sha2-nistp${bits} ${toPublicKeyBytes(pem).toString('base64')}`
    const { data } = await owner.call(secretKeys.create, { body: { mode: 'import', name: '旧电脑', public_key: publicKey } })
    expect(await trySshLogin(gateway.port, id, byKey(pem))).toBe('in')
    const other = await rental.rent(owner, { secret_key_id: data.id })
    await owner.call(secretKeys.remove, { params: { id: data.id } })
    expect(await trySshLogin(gateway.port, id, byKey(pem))).toBe(refused)
    expect(await trySshLogin(gateway.port, other, byKey(pem))).toBe('in')
    expect((await owner.call(instanceAccess.get, { params: { id: other } })).status).toBe(200)
  })

  it('gives one answer to a wrong key, a wrong password, an unknown instance and another person', async () => {
    const stranger = await rental.addPerson()
    const theirs = await newKey(stranger)
    const wrongPassword = { password: 'wrong' }
    const answers = await Promise.all([
      trySshLogin(gateway.port, id, byKey(theirs.private_key)),
      trySshLogin(gateway.port, id, wrongPassword),
      trySshLogin(gateway.port, newId('gpu'), byKey(key.private_key)),
      trySshLogin(gateway.port, newId('gpu'), wrongPassword),
      trySshLogin(gateway.port, 'root', wrongPassword),
      trySshLogin(gateway.port, `root@${id}`, byKey(key.private_key)),
    ])
    expect(new Set(answers)).toEqual(new Set([refused]))
  })

  it('takes the password the instance was made with, until it is reset', async () => {
    const own = await rental.rent(owner)
    const { password } = (await owner.call(instanceAccess.reveal_password, { params: { id: own } })).data
    expect(await trySshLogin(gateway.port, own, { password })).toBe('in')
    await owner.call(instanceAccess.reset_password, { params: { id: own } })
    expect(await trySshLogin(gateway.port, own, { password })).toBe(refused)
  })

  it('takes the password of the last reset only, and keeps no more than its hash', async () => {
    expect(await trySshLogin(gateway.port, id, { password: '' })).toBe(refused)
    const first = await newPassword()
    expect(await trySshLogin(gateway.port, id, { password: first })).toBe('in')
    const second = await newPassword()
    expect(await trySshLogin(gateway.port, id, { password: first })).toBe(refused)
    expect(await trySshLogin(gateway.port, id, { password: second })).toBe('in')
    const { kysely } = rental.deps.database
    const stored = await kysely.selectFrom('instance_passwords').selectAll().where('instance_id', '=', id).execute()
    expect(stored).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$/), password_cipher: null }])
    const written = JSON.stringify([await kysely.selectFrom('audit_log').selectAll().execute(), rental.logs], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const password of [first, second]) expect(written).not.toContain(password)
  })

  it('makes guessing wait, even with the right password at the end, but not whoever has a key', async () => {
    const password = await newPassword()
    for (let nth = 0; nth < 8; nth += 1) await trySshLogin(gateway.port, id, { password: `guess${nth}` })
    expect(await trySshLogin(gateway.port, id, { password })).toBe(refused)
    expect(await trySshLogin(gateway.port, id, byKey(key.private_key))).toBe('in')
    const { data } = await owner.call(instances.events, { params: { id } })
    expect(data.filter(({ title }) => title === 'SSH 密码多次错误')).toHaveLength(1)
    await rental.clock.advance(120_000)
    expect(await trySshLogin(gateway.port, id, { password })).toBe('in')
  })

  it('is written on the timeline once an hour for each way, and in the audit log each time', async () => {
    const audited = () =>
      rental.deps.database.kysely.selectFrom('audit_log').selectAll().where('endpoint', '=', 'ssh.login').execute()
    const noted = async () =>
      (await owner.call(instances.events, { params: { id }, query: { page_size: 100 } })).data.filter(
        ({ title, detail }) => title === 'SSH 登录' && detail === '密钥 笔记本，来自 127.0.0.1',
      ).length
    const before = (await audited()).length
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await trySshLogin(gateway.port, id, byKey(key.private_key))).toBe('in')
      expect(await audited()).toHaveLength(before + nth)
    }
    expect(await noted()).toBe(1)
  })

  it('has one host key for all nodes of a platform', async () => {
    const otherNode = await openSshGateway(rental.deps, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
    expect(otherNode.public.fingerprint).toBe(gateway.public.fingerprint)
    let seen: Buffer = Buffer.alloc(0)
    const client = await openSshConnection(otherNode.port, id, {
      ...byKey(key.private_key),
      hostVerifier: (presented: Buffer) => {
        seen = presented
        return true
      },
    })
    client.end()
    expect(seen.includes('ssh-ed25519')).toBe(true)
    await otherNode.close()
  })
})

describe('decision 013 What is done over SSH', () => {
  it('a command gives its output, its errors apart, and its exit code', async () => {
    const client = await enter()
    expect(await runSshCommand(client, 'echo 你好; no-such-program; exit 7')).toEqual({
      code: 7,
      output: '你好\n',
      errors: expect.stringContaining('no-such-program'),
    })
    expect((await runSshCommand(client, `echo "it's" 'quoted  twice'`)).output).toBe("it's quoted  twice\n")
    expect((await runSshCommand(client, 'pwd')).output).toBe('/root\n')
    client.end()
  })

  it('input reaches the program, and its end too', async () => {
    const client = await enter()
    const sent = '0123456789'.repeat(20_000)
    expect(await runSshCommand(client, 'cat > /workspace/up.txt', { input: sent })).toMatchObject({ code: 0 })
    expect((await runSshCommand(client, 'cat /workspace/up.txt')).output === sent).toBe(true)
    client.end()
  })

  it('a terminal has the size of the window and follows it', async () => {
    const client = await enter()
    const { channel, sees } = await openSshTerminal(client, { cols: 123, rows: 40 })
    await sees(/# /)
    channel.write('stty size\r')
    await sees(/40 123/)
    channel.setWindow(30, 100, 0, 0)
    channel.write('stty size\r')
    await sees(/30 100/)
    channel.write('exit 5\r')
    const [code] = (await once(channel, 'exit')) as [number]
    expect(code).toBe(5)
    client.end()
  })

  it('a terminal loses nothing when nobody types: the end of input ends neither it nor its program', async () => {
    const client = await enter()
    for (let nth = 0; nth < 30; nth += 1) {
      const ran = await runSshCommand(client, 'stty size; echo over; exit 4', { pty: { cols: 90, rows: 20 } })
      expect(ran).toMatchObject({ code: 4, output: expect.stringMatching(/20 90\r\nover\r\n$/) })
    }
    const waiting = runSshCommand(client, 'cat; echo over', { pty: true })
    expect(await runSshCommand(client, 'echo meanwhile', { pty: true })).toMatchObject({ code: 0 })
    client.destroy()
    expect(await waiting.catch(() => undefined)).not.toMatchObject({ output: expect.stringContaining('over') })
  })

  it('a client that reads slowly gets all of the output and of the errors, and then the exit code', async () => {
    const client = await enter()
    await runSshCommand(client, 'cat > /workspace/long.txt', { input: 'x'.repeat(4_000_000) })
    for (const [command, part] of [
      ['cat /workspace/long.txt; exit 3', 'output'],
      ['cat /workspace/long.txt >&2; exit 3', 'errors'],
    ] as const) {
      const ran = await runSshCommand(client, command, { reads_after_ms: 300 })
      expect([ran.code, ran[part].length]).toEqual([3, 4_000_000])
    }
    client.end()
  })

  it('ports are forwarded into the instance and nowhere else', async () => {
    const client = await enter()
    await runSshCommand(client, 'mkdir /workspace/site; echo 网页 > /workspace/site/a.txt; cd /workspace/site; serve 6010')
    const line = await openSshForward(client, 'localhost', 6010)
    line.end('GET /a.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect(await text(line)).toMatch(/200 [\s\S]*网页\n$/)
    await expect(openSshForward(client, 'localhost', 6011)).rejects.toThrow()
    await expect(openSshForward(client, '10.0.0.1', 6010)).rejects.toThrow()
    await expect(openSshForward(client, '127.0.0.2', gateway.port)).rejects.toThrow()
    client.end()
  })

  it('what is being opened for somebody who leaves is given up', async () => {
    const { compute } = rental.deps
    const { dial, exec } = compute
    const opened: Duplex[] = []
    let letGo = () => {}
    const left = new Promise<void>((resolve) => {
      letGo = resolve
    })
    compute.dial = async (...asked) => {
      opened.push(await dial.apply(compute, asked))
      return left.then(() => opened[0]!)
    }
    const client = await enter()
    await runSshCommand(client, 'serve 6012')
    const asked = openSshForward(client, 'localhost', 6012)
    await expect.poll(() => opened.length).toBe(1)
    compute.exec = async (...asked) => {
      const session = await exec.apply(compute, asked)
      opened.push(session.stream)
      return left.then(() => session)
    }
    const ran = runSshCommand(client, 'sleep 1000')
    await expect.poll(() => opened.length).toBe(2)
    client.destroy()
    await Promise.allSettled([asked, ran])
    await expect.poll(() => doors.size).toBe(0)
    letGo()
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true, true])
    Object.assign(compute, { dial, exec })
  })

  describe('sftp, where the image has no sftp-server', () => {
    it('puts, lists, reads, renames and removes files', async () => {
      const client = await enter()
      const files = await openSftpClient(client)
      const sent = randomBytes(300_000)
      await files.mkdir('/workspace/数据')
      await files.writeFile("/workspace/数据/a b'c.bin", sent)
      expect(await files.readdir('/workspace/数据')).toEqual(["a b'c.bin"])
      expect(await files.stat("/workspace/数据/a b'c.bin")).toEqual({ size: 300_000, directory: false })
      expect(sent.equals(await files.readFile("/workspace/数据/a b'c.bin"))).toBe(true)
      await files.writeFile('/workspace/数据/.hidden', Buffer.from('first'))
      await files.appendFile('/workspace/数据/.hidden', Buffer.from(' and last'))
      expect((await files.readFile('/workspace/数据/.hidden')).toString()).toBe('first and last')
      await expect(files.rename("/workspace/数据/a b'c.bin", '/workspace/数据/.hidden')).rejects.toThrow('目标已存在')
      await files.rename("/workspace/数据/a b'c.bin", '/workspace/数据/乙')
      expect((await files.readdir('/workspace/数据')).sort()).toEqual(['.hidden', '乙'])
      await expect(files.rmdir('/workspace/数据')).rejects.toThrow()
      await files.unlink('/workspace/数据/乙')
      await files.unlink('/workspace/数据/.hidden')
      await files.rmdir('/workspace/数据')
      await expect(files.stat('/workspace/数据')).rejects.toThrow('没有那个文件或目录')
      expect(await files.realpath('.')).toBe('/root')
      expect((await runSshCommand(client, 'ls /workspace')).output).not.toContain('数据')
      client.end()
    })

    it('reads a part from the middle, and nothing beyond the end', async () => {
      const client = await enter()
      const files = await openSftpClient(client)
      await files.writeFile('/tmp/part', Buffer.from('0123456789'))
      expect((await files.readPart('/tmp/part', 6, 3)).toString()).toBe('678')
      expect((await files.readPart('/tmp/part', 6, 100)).toString()).toBe('6789')
      expect((await files.readPart('/tmp/part', 10, 5)).toString()).toBe('')
      client.end()
    })

    it('writes over a file as scp does: from the beginning, without emptying it first', async () => {
      const client = await enter()
      const files = await openSftpClient(client)
      await files.writeFile('/tmp/over', Buffer.from('the old words'))
      await files.writeOver('/tmp/over', Buffer.from('new'))
      expect((await files.readFile('/tmp/over')).toString()).toBe('new')
      client.end()
    })

    it('says to the end of a file that it was not written, since scp takes the last answer for the result', async () => {
      const client = await enter()
      const files = await openSftpClient(client)
      const tooMuch = Buffer.alloc(17 * 2 ** 20) // the simulator's real quota is 16 MiB
      expect(await files.putAsScp('/tmp/too-much', tooMuch)).toEqual(Array(2).fill('没有写完，磁盘可能已满'))
      expect(await files.putAsScp('/tmp/enough', Buffer.alloc(1000))).toEqual(['', ''])
      client.end()
    })

    it('ends when the client has said all', async () => {
      const client = await enter()
      const channel = await openSubsystem(client, 'sftp')
      channel.end(Buffer.from('000000050100000003', 'hex'))
      expect(await collectOutput(channel)).toMatchObject({ code: 0, errors: '' })
      client.end()
    })

    it('ends with whoever speaks something else, and other subsystems are not there', async () => {
      const client = await enter()
      const channel = await openSubsystem(client, 'sftp')
      channel.write(Buffer.from('ffffffffffffffff', 'hex'))
      expect(await collectOutput(channel)).toMatchObject({ code: 1 })
      await expect(openSubsystem(client, 'netconf')).rejects.toThrow()
      client.end()
    })
  })

  it('is a use of the instance, which keeps it from counting as idle', async () => {
    const { kysely } = rental.deps.database
    await rental.clock.advance(60_000)
    const at = rental.clock.now()
    const client = await enter()
    await runSshCommand(client, 'true')
    client.end()
    const seen = () => kysely.selectFrom('instance_guards').select('active_at').where('instance_id', '=', id).executeTakeFirst()
    await expect.poll(async () => (await seen())?.active_at?.getTime() ?? 0).toBeGreaterThanOrEqual(at.getTime())
  })
})

describe('decision 013 The end of a session', () => {
  it('comes with the end of the run, also for a line that only forwards', async () => {
    const client = await enter()
    const closed = once(client, 'close')
    const { channel, sees } = await openSshTerminal(client, { cols: 80, rows: 24 })
    await sees(/# /)
    const endedChannel = once(channel, 'close')
    await rental.act(owner, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await endedChannel
    await rental.clock.advance(5_000)
    await closed
  })

  it('and until the next boot a login is told why it can do nothing', async () => {
    const client = await enter()
    expect(await runSshCommand(client, 'true')).toMatchObject({ code: 255, errors: expect.stringContaining('实例不在运行') })
    client.end()
  })

  it('whoever releases the instance or is frozen gets in no more', async () => {
    await rental.act(owner, id, 'release')
    for (let second = 0; second < 20; second += 1) await rental.tick(1_000)
    expect(await trySshLogin(gateway.port, id, byKey(key.private_key))).toBe(refused)
    const another = await rental.rent(owner)
    expect(await trySshLogin(gateway.port, another, byKey(key.private_key))).toBe('in')
    const { kysely } = rental.deps.database
    await kysely.updateTable('users').set({ frozen_at: rental.clock.now() }).where('id', '=', owner.id).execute()
    expect(await trySshLogin(gateway.port, another, byKey(key.private_key))).toBe(refused)
  })
})
