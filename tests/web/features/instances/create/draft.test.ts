import { afterEach, describe, expect, it } from 'vitest'
import { checkCreateForm } from '#src/features/instances/create/check-form.ts'
import { createFirstDraft, toDraftAddress } from '#src/features/instances/create/draft.ts'
import { draftStorage } from '#src/features/instances/create/draft-storage.ts'
import { resolveInstanceDraft } from '#src/features/instances/create/resolve-draft.ts'
import { buildCatalogue, buildProduct } from './shop.ts'

const at = '2026-11-21T06:05:00Z'
const resolve = (draft: Parameters<typeof resolveInstanceDraft>[0], catalogue = buildCatalogue()) =>
  resolveInstanceDraft(draft, catalogue, at)
const asked = (query: string, kept = {}) => createFirstDraft(new URLSearchParams(query), kept)

afterEach(() => sessionStorage.clear())

describe('product §3 What the address asks for', () => {
  it('is taken over', () => {
    expect(asked('product_id=product-a100&gpu_num=4&charge_rule=week')).toEqual({
      product_id: 'product-a100',
      gpu_num: 4,
      charge_rule: 'week',
    })
  })

  it.each(['gpu_num=0', 'gpu_num=9', 'gpu_num=1.5', 'gpu_num=', 'gpu_num=x', 'charge_rule=month', 'product_id=%2F..', ''])(
    'is ignored where it makes no sense: %s',
    (query) => expect(asked(query)).toEqual({}),
  )

  it('wins over what was kept, of which the rest stays', () => {
    const kept = { product_id: 'product-a100', gpu_num: 2, data_disk: 200, nick_name: '旧' }
    expect(asked('product_id=product-a100&gpu_num=4', kept)).toEqual({ ...kept, gpu_num: 4 })
    expect(asked('', kept)).toEqual(kept)
  })

  it('drops what was kept for another product', () => {
    expect(asked('product_id=product-a100', { product_id: 'product-4090', data_disk: 2000 })).toEqual({
      product_id: 'product-a100',
    })
  })

  it('brings back a kept image of one’s own or the platform, never one of the community, which may cost money', () => {
    const images = [{ id: 'image-base' }, { id: 'image-own', from: 'own' }, { id: 'image-lora', from: 'community' }] as const
    const back = (imageId: string, query: string) =>
      createFirstDraft(new URLSearchParams(query), { product_id: 'product-a100', image_id: imageId }, images).image_id
    for (const query of ['', 'product_id=product-a100']) {
      expect(back('image-base', query)).toBe('image-base')
      expect(back('image-own', query)).toBe('image-own')
      expect(back('image-lora', query)).toBeUndefined()
      expect(back('image-gone', query)).toBeUndefined()
    }
    expect(back('image-lora', 'product_id=product-a100&image_id=image-lora')).toBe('image-lora')
  })

  it('is written back, so that a detour comes back to the same choice', () => {
    expect(toDraftAddress({ product_id: 'product-a100', gpu_num: 2, charge_rule: 'day', data_disk: 100 })).toBe(
      '/create-instance?product_id=product-a100&gpu_num=2&charge_rule=day',
    )
    expect(toDraftAddress({})).toBe('/create-instance')
  })
})

describe('What is kept in the tab', () => {
  it('comes back as it was', () => {
    const draft = { product_id: 'product-1', data_disk: null, secret_key_id: null, nick_name: '' }
    draftStorage.write(draft)
    expect(draftStorage.read()).toEqual(draft)
    draftStorage.clear()
    expect(draftStorage.read()).toEqual({})
  })

  it.each(['{', '[]', '"x"', '{"gpu_num":"2"}', 'null'])('is forgotten when it cannot be read: %s', (text) => {
    sessionStorage.setItem('create-instance', text)
    expect(draftStorage.read()).toEqual({})
  })
})

describe('What was not chosen is what most people would take', () => {
  it('is the first product in stock, one card, the free disk, the first image and key, by the hour', () => {
    expect(resolve({}).form).toEqual({
      product_id: 'product-4090',
      gpu_num: 1,
      image_id: 'image-torch',
      data_disk: 50,
      secret_key_id: 'key-1',
      charge_rule: 'hour',
      quantity: 1,
      nick_name: 'RTX4090-1121-140500',
    })
  })

  it('lists what can be had first', () => {
    expect(resolve({}).products.map(({ id }) => id)).toEqual(['product-4090', 'product-a100', 'product-h800'])
  })

  it('follows the product: its region, its images, its name', () => {
    const { region_id: regionId, images, form } = resolve({ product_id: 'product-910b' })
    expect(regionId).toBe('east')
    expect(images.map(({ id }) => id)).toEqual(['image-mind'])
    expect(form).toMatchObject({ image_id: 'image-mind', nick_name: '910B-1121-140500' })
  })

  it('drops an image that does not run on the product and cards one instance cannot have', () => {
    const catalogue = { ...buildCatalogue(), products: [buildProduct({ max_gpu_num: 4 })] }
    expect(resolve({ image_id: 'image-mind', gpu_num: 8 }, catalogue).form).toMatchObject({ image_id: 'image-torch', gpu_num: 4 })
  })

  it('keeps the choice of no key, and forgets a key that is gone', () => {
    expect(resolve({ secret_key_id: null }).form.secret_key_id).toBeNull()
    expect(resolve({ secret_key_id: 'key-9' }).form.secret_key_id).toBe('key-1')
    expect(resolve({}, { ...buildCatalogue(), keys: [] }).form.secret_key_id).toBeNull()
  })

  it('says when the product asked for is no longer sold', () => {
    expect(resolve({ product_id: 'product-gone' })).toMatchObject({ lost: true, product: { id: 'product-4090' } })
    expect(resolve({ product_id: 'product-a100' }).lost).toBe(false)
  })

  it('buys one unit by the hour, whatever was typed for days', () => {
    expect(resolve({ charge_rule: 'hour', quantity: 5 }).form.quantity).toBe(1)
    expect(resolve({ charge_rule: 'day', quantity: 5 }).form.quantity).toBe(5)
  })

  it('has nothing to offer where nothing is sold', () => {
    const none = resolve({}, { ...buildCatalogue(), products: [] })
    expect(none.product).toBeUndefined()
    expect(checkCreateForm(none.form)).toEqual({ valid: null, faults: {} })
  })
})

describe('The form speaks with the words of the wire', () => {
  it.each([
    [{ data_disk: null }, { data_disk: '请输入数据盘大小' }],
    [{ data_disk: 49 }, { data_disk: '数据盘至少 50 GB' }],
    [{ data_disk: 2001 }, { data_disk: '数据盘最多 2000 GB' }],
    [{ nick_name: ' ' }, { nick_name: '请输入实例名称' }],
    [{ nick_name: '长'.repeat(41) }, { nick_name: '实例名称最多 40 个字' }],
    [{ charge_rule: 'day', quantity: 0 }, { quantity: '至少 1' }],
    [{ charge_rule: 'day', quantity: 53 }, { quantity: '最多 52' }],
  ] as const)('%j', (draft, faults) => expect(checkCreateForm(resolve(draft).form)).toEqual({ valid: null, faults }))
})
