import { beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { person, rental, setUpStorage, storing } from './storage-set-up.ts'

const name = "页面 “一” 'x' 😀.html"

setUpStorage()
beforeEach(() => storing.leave(person, name, '0123456789'))

const link = async (path = name) =>
  (await person.call(fileStorage.download_link, { body: { region_id: testRegionId, path } })).data
const get = async (headers: Record<string, string> = {}, path?: string) =>
  fetch(storing.origin + (await link(path)).url, { headers })

describe('product §7 Downloading', () => {
  it('is saved and never shown, under its own name', async () => {
    const answer = await get()
    expect(await answer.text()).toBe('0123456789')
    const disposition = answer.headers.get('content-disposition')!
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(name)
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'content-length', 'cache-control'].map((key) => [
          key,
          answer.headers.get(key),
        ]),
      ),
    ).toEqual({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-length': '10',
      'cache-control': 'no-store',
    })
  })

  const ranges: [string, number, string, string | null][] = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ]
  it.each(ranges)('%s is answered by %i', async (range, status, text, contentRange) => {
    const answer = await get({ range })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([status, text, contentRange])
  })

  it.each(['bytes=10-', 'bytes=-0'])('%s is not there', async (range) => {
    const answer = await get({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('goes on only with what is still the same file', async () => {
    const etag = (await get()).headers.get('etag')!
    expect((await get({ range: 'bytes=5-', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200)
  })

  it('an empty file is empty', async () => {
    await storing.leave(person, 'empty', '')
    const answer = await get({}, 'empty')
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, '', '0'])
  })

  it('a link is good for five minutes, for one file, and cannot be made up', async () => {
    const { url } = await link()
    const codeOf = async (address: string) => ((await (await fetch(storing.origin + address)).json()) as { code: string }).code
    // not the last letter of the signature, which stands for fewer bits than it has
    const forged = url.replace(/[^.](?=[^.]$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect(await codeOf(forged)).toBe(resultCodes.download_link_expired.code)
    expect(await codeOf(`${url.split('=')[0]}=${await person.token()}`)).toBe(resultCodes.download_link_expired.code)
    await rental.clock.advance(301_000)
    expect(await codeOf(url)).toBe(resultCodes.download_link_expired.code)
  })

  it('no link to a folder, to nothing, or to what is another’s', async () => {
    await storing.leave(person, 'folder/x', 'x')
    const codeOf = async (who: Person, path: string) =>
      (await who.call(fileStorage.download_link, { body: { region_id: testRegionId, path } })).code
    expect(await codeOf(person, 'folder')).toBe(resultCodes.storage_not_a_file.code)
    expect(await codeOf(person, 'absent')).toBe(resultCodes.storage_not_found.code)
    expect(await codeOf(await rental.addPerson(), name)).toBe(resultCodes.storage_not_found.code)
  })
})
