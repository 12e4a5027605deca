import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/instances/create/NoFreeGpu.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import type { ResultCodeName } from '#contract/codes.ts'
import { communityImages } from '#contract/community.ts'
import { CreateInstanceForm, orders } from '#contract/orders.ts'
import { buildQuoteQuery, loadQuote } from '#src/features/instances/create/quote-query.ts'
import { createQueryClient } from '#src/providers/query-client.ts'
import { toast } from '#src/ui/toast.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'
import {
  buildCommunityVersion,
  buildOrder,
  buildProduct,
  buildQuote,
  findQuotedPrice,
  getSummaryButton,
  getSummaryPanel,
  serveCatalogue,
} from './shop.ts'

const open = async (query = '', user = buildUser()) => {
  const app = await openApp(`/create-instance${query}`, { user })
  await screen.findByText('规格')
  return app
}
const nameField = () => screen.getByLabelText('实例名称')
const order = async () => {
  await findQuotedPrice()
  await userEvent.click(getSummaryButton('创建实例'))
}
/** How the server answers orders: the first is refused, all others are taken. */
const refuseFirstOrder = (codeName: ResultCodeName) => (count: number) => {
  if (count === 1) throw new RefusedError(codeName)
  return buildOrder()
}

afterEach(() => sessionStorage.clear())

describe('product §3 Create instance: what is offered', () => {
  it('opens with what the market asked for', async () => {
    const shop = serveCatalogue()
    await open('?product_id=product-a100&gpu_num=2&charge_rule=week')
    await findQuotedPrice()
    expect(shop.quoted).toEqual([
      expect.objectContaining({ product_id: 'product-a100', gpu_num: 2, charge_rule: 'week', quantity: 1 }),
    ])
    expect(getSummaryPanel()).toHaveTextContent('A100 × 2华北一区PyTorch 2.6包周 1 周')
  })

  it('shows products of the region with stock and prices; what is sold out can be queued for', async () => {
    serveCatalogue()
    await open()
    const product = screen.getByLabelText('RTX 4090，最多可租 4 张，2.28 元每小时')
    expect(product).toBeChecked()
    expect(product.closest('label')).toHaveTextContent('空闲 9，单次最多 4¥2.28/小时包日 ¥51.98 · 包周 ¥337.07')
    const soldOut = screen.getByLabelText('H800，暂无空闲，可以排队，14.88 元每小时')
    expect(soldOut).toBeEnabled()
    expect(soldOut.closest('label')).toHaveTextContent('暂无空闲 · 排队 3 人')
    await userEvent.click(screen.getByText('华东一区'))
    expect(await screen.findByLabelText(/^910B，/)).toBeVisible()
    expect(screen.queryByLabelText(/^A100，/)).not.toBeInTheDocument()
  })

  it('offers as many cards as one instance may have, says which must be waited for, images of the vendor, and no key as well', async () => {
    const shop = serveCatalogue()
    await open('?product_id=product-910b')
    expect(screen.getByLabelText('4 张')).toBeEnabled()
    expect(screen.getByLabelText('5 张').closest('label')).toHaveAttribute('title', '当前最多可租 4 张，选中后可以排队')
    expect(screen.getByText('MindSpore 2.5', { selector: 'strong' })).toBeVisible()
    expect(screen.queryByText('PyTorch 2.6')).not.toBeInTheDocument()
    fireEvent.mouseDown(screen.getByLabelText('SSH 密钥'))
    await userEvent.click(await screen.findByText('不使用密钥'))
    expect(await screen.findByText('不写入公钥，可以用密码登录，密码在实例详情页查看。')).toBeVisible()
    await waitFor(() => expect(shop.quoted.at(-1)?.secret_key_id).toBeNull())
    expect(screen.getByText('新建密钥').closest('a')).toHaveAttribute('href', '/console/secret-key/create')
  })

  it('shows the community image one came with, and orders it', async () => {
    const shop = serveCatalogue()
    mockCall(communityImages.of_version, ({ params }) => buildCommunityVersion(params.image_id))
    await open('?image_id=image-lora')
    expect(screen.getByRole('group', { name: '社区镜像' })).toHaveTextContent('LoRA 微调 2.0')
    expect(screen.getByRole('group', { name: '平台镜像' })).toHaveTextContent('PyTorch 2.6')
    await findQuotedPrice()
    expect(shop.quoted.at(-1)).toMatchObject({ image_id: 'image-lora', product_id: 'product-4090' })
    await userEvent.click(screen.getByText('PyTorch 2.6', { selector: 'strong' }))
    expect(screen.getByText('LoRA 微调 2.0')).toBeVisible() // still there to go back to
  })

  it('does not bring the community image of an earlier visit back, and agrees with the address', async () => {
    const shop = serveCatalogue()
    mockCall(communityImages.of_version, ({ params }) => buildCommunityVersion(params.image_id))
    const { unmount } = await open('?image_id=image-lora')
    await findQuotedPrice()
    unmount() // on to the market, and back from there
    await open('?product_id=product-4090')
    await findQuotedPrice()
    expect(shop.quoted.at(-1)?.image_id).not.toBe('image-lora')
    expect(window.location.search).not.toContain('image_id')
    expect(getSummaryPanel()).toHaveTextContent('PyTorch 2.6')
  })

  it('says that the image one came with is gone, and takes another', async () => {
    const shop = serveCatalogue()
    mockCall(communityImages.of_version, () => {
      throw new RefusedError('not_found')
    })
    await open('?image_id=image-gone')
    expect(screen.getByText('选中的镜像已下线或被删除，已为你换成其他镜像')).toBeVisible()
    await findQuotedPrice()
    expect(shop.quoted.at(-1)).toMatchObject({ image_id: 'image-torch' })
  })

  it('hears of stock on the stream', async () => {
    const shop = serveCatalogue()
    const { push } = await open()
    await findQuotedPrice()
    shop.catalogue.products = [buildProduct({ gpu_idles: 1, gpu_free: 1 })]
    await push({ type: 'change', resource: 'products', id: 'product-4090' })
    expect(await screen.findByText('空闲 1，单次最多 1')).toBeVisible()
    expect(screen.getByLabelText('2 张').closest('label')).toHaveAttribute('title', '当前最多可租 1 张，选中后可以排队')
  })
})

describe('product §3 What was chosen for a person', () => {
  it('stays chosen, though it sells out while they decide', async () => {
    const shop = serveCatalogue()
    const { push } = await open()
    await findQuotedPrice()
    expect(window.location.search).toBe('?product_id=product-4090')
    shop.catalogue.products = shop.catalogue.products.map((product) =>
      product.id === 'product-4090' ? { ...product, gpu_idles: 0, gpu_free: 0 } : product,
    )
    await push({ type: 'change', resource: 'products', id: 'product-4090' })
    expect(await screen.findByLabelText(/^RTX 4090，暂无空闲/)).toBeChecked()
    getSummaryButton('空闲不足，排队或换规格')
  })
})

describe('product §3 The quote', () => {
  it('says what is due now and by the hour, when it starts and stops, and what becomes of the data', async () => {
    serveCatalogue({ quote: () => buildQuote({ amount: '51.98', required: '54.26' }) })
    await open('?charge_rule=day')
    await findQuotedPrice()
    for (const text of [
      '现在支付¥51.98',
      '从「运行中」开始按秒计费。',
      '关机即停止计费。',
      '关机后数据保留。',
      '可用余额 ¥447.94',
      '需有余额 ¥54.26',
    ]) {
      expect(getSummaryPanel()).toHaveTextContent(text)
    }
  })

  it('follows the form after a pause, keeping the old price in sight', async () => {
    const shop = serveCatalogue()
    await open()
    await findQuotedPrice()
    await userEvent.click(screen.getByLabelText('2 张'))
    expect(within(getSummaryPanel()).getByText('正在更新报价')).toBeVisible()
    expect(getSummaryPanel()).toHaveTextContent('运行时每小时¥2.28')
    await waitFor(() => expect(getSummaryPanel()).toHaveTextContent('运行时每小时¥4.56'))
    await userEvent.type(nameField(), '甲乙丙')
    await findQuotedPrice()
    expect(shop.quoted).toHaveLength(3)
  })

  it('is asked for again before it runs out', async () => {
    const shop = serveCatalogue({
      quote: (_, count) => buildQuote({ expires_at: new Date(Date.now() + (count === 1 ? 16_500 : 600_000)).toISOString() }),
    })
    await open()
    await findQuotedPrice()
    await waitFor(() => expect(shop.quoted).toHaveLength(2))
    expect(shop.quoted[1]).toEqual(shop.quoted[0])
  })

  it('is asked for again when the balance changes', async () => {
    let enough = false
    const shop = serveCatalogue({ quote: () => buildQuote({ enough }) })
    const { push } = await open()
    await findQuotedPrice()
    getSummaryButton('去充值')
    enough = true
    await push({ type: 'change', resource: 'wallet', id: null })
    await waitFor(() => expect(getSummaryButton('创建实例')).toBeEnabled())
    expect(shop.quoted.length).toBeGreaterThan(1)
  })

  it('is not asked for while the form is wrong, and each fault stands at its field', async () => {
    const shop = serveCatalogue()
    await open()
    await findQuotedPrice()
    fireEvent.change(screen.getByRole('spinbutton', { name: '数据盘' }), { target: { value: '20' } })
    await userEvent.clear(nameField())
    expect(await screen.findByText('数据盘至少 50 GB')).toHaveAttribute('role', 'alert')
    expect(await screen.findByText('请输入实例名称')).toBeVisible()
    expect(nameField()).toHaveAccessibleDescription('请输入实例名称')
    expect(getSummaryButton('创建实例')).toBeDisabled()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(shop.quoted).toHaveLength(1)
  })

  it('shows what the server says of a field at that field', async () => {
    serveCatalogue({
      quote: () => {
        throw new RefusedError('not_found', { errors: { image_id: ['镜像不存在或已下线'] } })
      },
    })
    await open()
    expect(await screen.findByText('镜像不存在或已下线')).toBeVisible()
    expect(getSummaryButton('创建实例')).toBeDisabled()
  })

  it('says when there is none, and tries again', async () => {
    let down = true
    serveCatalogue({
      quote: () => {
        if (down) throw new RefusedError('invalid')
        return buildQuote()
      },
    })
    await open()
    expect(await screen.findByText('没有拿到报价')).toBeVisible()
    down = false
    await userEvent.click(screen.getByText('重试'))
    await findQuotedPrice()
  })

  it('says after the first try that had no answer that there is none, and does not wait for the others', async () => {
    serveCatalogue()
    let [tries, down] = [0, true]
    mswServer.use(
      http.post(`*${orders.quote.path}`, () => {
        tries += 1
        return down ? HttpResponse.error() : undefined
      }),
    )
    await open()
    expect(await screen.findByText('没有拿到报价')).toBeVisible()
    expect(tries).toBe(1)
    down = false
    await userEvent.click(screen.getByText('重试'))
    await findQuotedPrice()
  })

  it('is asked for once by who clicks, and not behind tries that are under way', async () => {
    let tries = 0
    mswServer.use(
      http.post(`*${orders.quote.path}`, () => {
        tries += 1
        return HttpResponse.error()
      }),
    )
    const client = createQueryClient()
    const form = CreateInstanceForm.parse({
      product_id: 'p',
      region_id: 'north',
      image_id: 'i',
      gpu_num: 1,
      data_disk: 50,
      nick_name: 'a',
      charge_rule: 'hour',
    })
    const { queryKey } = buildQuoteQuery(form)
    client.setQueryData(queryKey, buildQuote({ token: 'known' }))
    expect(await loadQuote(client, form)).toMatchObject({ token: 'known' })
    await client.invalidateQueries({ queryKey })
    await expect(loadQuote(client, form)).rejects.toMatchObject({ status: 0 })
    expect(tries).toBe(1)
    client.clear()
  })
})

describe('product §3, §11 The order', () => {
  it('names the quote under one key and leads to the instance', async () => {
    const shop = serveCatalogue()
    await open('?product_id=product-4090')
    await order()
    await waitFor(() => expect(window.location.pathname).toBe('/console/container-instance/detail/gpu-1'))
    expect(shop.ordered).toEqual([{ quote: 'quote-1', key: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect(sessionStorage.getItem('create-instance')).toBeNull()
  })

  it('repeats quote and key when the answer was lost, though the price was asked for meanwhile', async () => {
    const shop = serveCatalogue({
      order: refuseFirstOrder('unavailable'),
    })
    await open()
    await order()
    expect(await within(getSummaryPanel()).findByText(/没有收到下单结果，再次点击会核对同一笔订单/)).toBeVisible()
    await waitFor(() => expect(shop.quoted.length).toBeGreaterThan(1))
    await order()
    await waitFor(() => expect(window.location.pathname).toBe('/console/container-instance/detail/gpu-1'))
    expect(shop.ordered[1]).toEqual(shop.ordered[0])
  })

  it('is told of without waiting for what the page asks for anew', async () => {
    serveCatalogue({
      order: () => {
        mswServer.use(http.post(`*${orders.quote.path}`, () => new Promise<never>(() => undefined))) // the network is silent
        throw new RefusedError('unavailable')
      },
    })
    await open()
    await order()
    expect(await within(getSummaryPanel()).findByText(/没有收到下单结果/)).toBeVisible()
    expect(getSummaryButton('创建实例')).toBeEnabled()
  })

  it('is another intent once the form says something else', async () => {
    const shop = serveCatalogue({
      order: refuseFirstOrder('unavailable'),
    })
    await open()
    await order()
    await within(getSummaryPanel()).findByText(/没有收到下单结果/)
    await userEvent.type(nameField(), '二')
    expect(within(getSummaryPanel()).queryByText(/没有收到下单结果/)).not.toBeInTheDocument()
    await order()
    await waitFor(() => expect(shop.ordered).toHaveLength(2))
    expect(shop.ordered[1]?.quote).not.toBe(shop.ordered[0]?.quote)
    expect(shop.ordered[1]?.key).not.toBe(shop.ordered[0]?.key)
  })

  it('shows a price that changed before it takes it', async () => {
    const shop = serveCatalogue({
      quote: (_, count) => buildQuote({ token: `quote-${count}`, price_hour: count > 1 ? '3.00' : '2.28' }),
      order: refuseFirstOrder('quote_changed'),
    })
    await open()
    await order()
    expect(await within(getSummaryPanel()).findByText(/价格或库存有变化，没有下单/)).toBeVisible()
    await waitFor(() => expect(getSummaryPanel()).toHaveTextContent('运行时每小时¥3.00'))
    await order()
    await waitFor(() => expect(shop.ordered).toHaveLength(2))
    expect(shop.ordered[1]?.quote).not.toBe('quote-1')
  })

  it('says any other refusal as it is', async () => {
    serveCatalogue({
      order: () => {
        throw new RefusedError('compute_unavailable', { message: '计算资源维护中' })
      },
    })
    await open()
    await order()
    expect(await within(getSummaryPanel()).findByText(/计算资源维护中/)).toBeVisible()
  })
})

describe('requirements §9 00200011: no free GPU', () => {
  it('offers what there is now and takes the choice over', async () => {
    const shop = serveCatalogue({
      order: () => {
        shop.catalogue.products = shop.catalogue.products.map((product) =>
          product.id === 'product-4090' ? { ...product, gpu_idles: 1 } : product,
        )
        throw new RefusedError('no_free_gpu')
      },
    })
    await open('?gpu_num=3')
    await order()
    await screen.findByText(/没有下单，也没有扣款/)
    expect(screen.getByText(/华北一区的 RTX 4090 现在一次最多可租 1 张/)).toBeInTheDocument()
    await userEvent.click(screen.getByText('换成 3 张 A100'))
    await waitFor(() => expect(window.location.search).toBe('?product_id=product-a100&gpu_num=3'))
    await waitFor(() => expect(screen.queryByText(/没有下单，也没有扣款/)).not.toBeInTheDocument())
  })

  it('needs no order to be known', async () => {
    const shop = serveCatalogue()
    await open('?gpu_num=6')
    await findQuotedPrice()
    expect(screen.getByText('当前最多可租 4 张，更多的可以排队，或换一个产品。')).toBeVisible()
    await userEvent.click(getSummaryButton('空闲不足，排队或换规格'))
    await screen.findByText('改为 4 张 RTX 4090')
    expect(shop.ordered).toEqual([])
  })
})

describe('requirements §1, product §5 What is still needed before buying', () => {
  it('leads to the real-name check and back', async () => {
    serveCatalogue({ quote: () => buildQuote({ real_name_passed: false, enough: false }) })
    await open('?product_id=product-4090&gpu_num=2')
    expect(await within(getSummaryPanel()).findByText(/租用前需要完成实名认证/)).toBeVisible()
    await userEvent.click(getSummaryButton('去实名认证'))
    await waitFor(() => expect(window.location.pathname).toBe('/console/account/certification-details'))
    expect(new URLSearchParams(window.location.search).get('return')).toBe('/create-instance?product_id=product-4090&gpu_num=2')
  })

  it('leads to the recharge of what is missing, less what runs has used up', async () => {
    serveCatalogue({ quote: () => buildQuote({ enough: false, balance: '5.00', required: '51.98' }) })
    await open('?charge_rule=day')
    // 51.98 − (5.00 − 1.20)
    expect(await within(getSummaryPanel()).findByText(/余额不足/)).toHaveTextContent('还差 ¥48.18')
    await userEvent.click(getSummaryButton('去充值'))
    await waitFor(() => expect(window.location.pathname).toBe('/recharge'))
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      amount: '48.18',
      return: '/create-instance?product_id=product-4090&charge_rule=day',
    })
  })

  it('sends a sub-account to its master', async () => {
    serveCatalogue({ quote: () => buildQuote({ enough: false }) })
    await open('', buildUser({ account_type: 'sub' }))
    await findQuotedPrice()
    expect(getSummaryButton('请联系主账号充值')).toBeDisabled()
  })

  it('keeps the form over the detour', async () => {
    const shop = serveCatalogue()
    const { unmount } = await open('?product_id=product-a100')
    await findQuotedPrice()
    await userEvent.click(screen.getByLabelText('200 GB'))
    await userEvent.click(screen.getByText('TensorFlow'))
    await userEvent.clear(nameField())
    await userEvent.type(nameField(), '我的训练')
    await userEvent.click(screen.getByText('包日'))
    await findQuotedPrice()
    const back = window.location.pathname + window.location.search
    unmount()

    await openApp(back)
    await screen.findByText('规格')
    await findQuotedPrice()
    expect(shop.quoted.at(-1)).toMatchObject({
      product_id: 'product-a100',
      data_disk: 200,
      image_id: 'image-tf',
      nick_name: '我的训练',
      charge_rule: 'day',
    })
    expect(toast.get()).toEqual([])
  })
})
