import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAvatarPath } from '#contract/avatar-path.ts'
import { users } from '#contract/users.ts'
import { reencodePicture, storePicture } from '#server/domains/accounts/pictures/pictures.service.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let red: Buffer
beforeAll(async () => {
  platform = await createTestPlatform()
  red = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => platform.close())

const look = (id: string) => platform.app.inject(buildAvatarPath(id))

describe('requirements §7 user_avatar', () => {
  it('is uploaded as multipart, drawn anew and shown to whoever knows its id, without a token', async () => {
    const { call } = await platform.signUp()
    const { data, message } = await call(users.upload_avatar, {}, { file: { bytes: red, name: 'me.jpg' } })
    expect([message, data.avatar_id]).toEqual(['头像已更换', expect.stringMatching(/^picture-/)])
    const picture = await look(data.avatar_id!)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(picture.headers['x-content-type-options']).toBe('nosniff')
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  })

  it('has a new id each time, and the one before is gone', async () => {
    const { call, user } = await platform.signUp()
    const first = (await call(users.upload_avatar, {}, { file: { bytes: red } })).data.avatar_id!
    const second = (await call(users.upload_avatar, {}, { file: { bytes: red } })).data.avatar_id!
    expect([(await look(first)).statusCode, (await look(second)).statusCode]).toEqual([404, 200])
    expect((await call(users.remove_avatar)).data.avatar_id).toBeNull()
    expect((await look(second)).statusCode).toBe(404)
    expect((await call(users.get, { params: { id: user.id } })).data.avatar_id).toBeNull()
  })

  it('refuses more than 2 MiB and what is no picture, at the field', async () => {
    const { call } = await platform.signUp()
    const send = (bytes: Buffer) => call(users.upload_avatar, {}, { file: { bytes } })
    expect(await send(Buffer.alloc(2_097_153))).toMatchObject({ status: 413, errors: { file: ['文件不能超过 2 MB'] } })
    expect((await send(Buffer.from('<svg/>'))).errors).toEqual({ file: ['请上传 JPG、PNG 或 WebP 格式的图片'] })
  })

  it('shows no picture of another purpose', async () => {
    const { user } = await platform.signUp()
    const file = await reencodePicture({ bytes: red }, 'certification')
    const at = platform.clock.now()
    const id = await platform.deps.database.transaction((trx) =>
      storePicture(trx, platform.deps, { user_id: user.id, purpose: 'certification', file, at }),
    )
    expect((await look(id)).statusCode).toBe(404)
  })
})
