import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/instances/create/NoFreeGpu.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import { community_images } from '#contract/community.ts'
import { CreateInstanceForm, orders } from '#contract/orders.ts'
import { quoteNow, quoteOf } from '#src/features/instances/create/quote-query.ts'
import { createQueryClient } from '#src/providers/query-client.ts'
import { toast } from '#src/ui/toast.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { aUser } from '#tests/web/support/people.ts'
import { on, Refused, server } from '#tests/web/support/wire.ts'
import { anOrder, aProduct, aQuote, aVersion, findPrice, mainButton, openShop, summary } from './shop.ts'

const open = async (query = '', user = aUser()) => {
  const app = await openApp(`/create-instance${query}`, { user })
  await screen.findByText('规格')
  return app
}
const nameField = () => screen.getByLabelText('实例名称')
const order = async () => {
  await findPrice()
  await userEvent.click(mainButton('创建实例'))
}

afterEach(() => sessionStorage.clear())

describe('product §3 Create instance: what is offered', () => {
  it('opens with what the market asked for', async () => {
    const shop = openShop()
    await open('?product_id=product-a100&gpu_num=2&charge_rule=week')
    await findPrice()
    expect(shop.quoted).toEqual([
      expect.objectContaining({ product_id: 'product-a100', gpu_num: 2, charge_rule: 'week', quantity: 1 }),
    ])
    expect(summary()).toHaveTextContent('A100 × 2华北一区PyTorch 2.6包周 1 周')
  })

  it('shows products of the region with stock and prices; what is sold out can be queued for', async () => {
    openShop()
    await open()
    const product = screen.getByLabelText('RTX 4090，最多可租 4 张，2.28 元每小时')
    expect(product).toBeChecked()
    expect(product.closest('label')).toHaveTextContent('空闲 9，单次最多 4¥2.28/小时包日 ¥51.98 · 包周 ¥337.07')
    const sold_out = screen.getByLabelText('H800，暂无空闲，可以排队，14.88 元每小时')
    expect(sold_out).toBeEnabled()
    expect(sold_out.closest('label')).toHaveTextContent('暂无空闲 · 排队 3 人')
    await userEvent.click(screen.getByText('华东一区'))
    expect(await screen.findByLabelText(/^910B，/)).toBeVisible()
    expect(screen.queryByLabelText(/^A100，/)).not.toBeInTheDocument()
  })

  it('offers as many cards as one instance may have, says which must be waited for, images of the vendor, and no key as well', async () => {
    const shop = openShop()
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
    const shop = openShop()
    on(community_images.of_version, ({ params }) => aVersion(params.image_id))
    await open('?image_id=image-lora')
    expect(screen.getByRole('group', { name: '社区镜像' })).toHaveTextContent('LoRA 微调 2.0')
    expect(screen.getByRole('group', { name: '平台镜像' })).toHaveTextContent('PyTorch 2.6')
    await findPrice()
    expect(shop.quoted.at(-1)).toMatchObject({ image_id: 'image-lora', product_id: 'product-4090' })
    await userEvent.click(screen.getByText('PyTorch 2.6', { selector: 'strong' }))
    expect(screen.getByText('LoRA 微调 2.0')).toBeVisible() // still there to go back to
  })

  it('does not bring the community image of an earlier visit back, and agrees with the address', async () => {
    const shop = openShop()
    on(community_images.of_version, ({ params }) => aVersion(params.image_id))
    const { unmount } = await open('?image_id=image-lora')
    await findPrice()
    unmount() // on to the market, and back from there
    await open('?product_id=product-4090')
    await findPrice()
    expect(shop.quoted.at(-1)?.image_id).not.toBe('image-lora')
    expect(window.location.search).not.toContain('image_id')
    expect(summary()).toHaveTextContent('PyTorch 2.6')
  })

  it('says that the image one came with is gone, and takes another', async () => {
    const shop = openShop()
    on(community_images.of_version, () => {
      throw new Refused('not_found')
    })
    await open('?image_id=image-gone')
    expect(screen.getByText('选中的镜像已下线或被删除，已为你换成其他镜像')).toBeVisible()
    await findPrice()
    expect(shop.quoted.at(-1)).toMatchObject({ image_id: 'image-torch' })
  })

  it('hears of stock on the stream', async () => {
    const shop = openShop()
    const { push } = await open()
    await findPrice()
    shop.catalogue.products = [aProduct({ gpu_idles: 1, gpu_free: 1 })]
    await push({ type: 'change', resource: 'products', id: 'product-4090' })
    expect(await screen.findByText('空闲 1，单次最多 1')).toBeVisible()
    expect(screen.getByLabelText('2 张').closest('label')).toHaveAttribute('title', '当前最多可租 1 张，选中后可以排队')
  })
})

describe('product §3 What was chosen for a person', () => {
  it('stays chosen, though it sells out while they decide', async () => {
    const shop = openShop()
    const { push } = await open()
    await findPrice()
    expect(window.location.search).toBe('?product_id=product-4090')
    shop.catalogue.products = shop.catalogue.products.map((product) =>
      product.id === 'product-4090' ? { ...product, gpu_idles: 0, gpu_free: 0 } : product,
    )
    await push({ type: 'change', resource: 'products', id: 'product-4090' })
    expect(await screen.findByLabelText(/^RTX 4090，暂无空闲/)).toBeChecked()
    mainButton('空闲不足，排队或换规格')
  })
})

describe('product §3 The quote', () => {
  it('says what is due now and by the hour, when it starts and stops, and what becomes of the data', async () => {
    openShop({ quote: () => aQuote({ amount: '51.98', required: '54.26' }) })
    await open('?charge_rule=day')
    await findPrice()
    for (const text of [
      '现在支付¥51.98',
      '从「运行中」开始按秒计费。',
      '关机即停止计费。',
      '关机后数据保留。',
      '可用余额 ¥447.94',
      '需有余额 ¥54.26',
    ]) {
      expect(summary()).toHaveTextContent(text)
    }
  })

  it('follows the form after a pause, keeping the old price in sight', async () => {
    const shop = openShop()
    await open()
    await findPrice()
    await userEvent.click(screen.getByLabelText('2 张'))
    expect(within(summary()).getByText('正在更新报价')).toBeVisible()
    expect(summary()).toHaveTextContent('运行时每小时¥2.28')
    await waitFor(() => expect(summary()).toHaveTextContent('运行时每小时¥4.56'))
    await userEvent.type(nameField(), '甲乙丙')
    await findPrice()
    expect(shop.quoted).toHaveLength(3)
  })

  it('is asked for again before it runs out', async () => {
    const shop = openShop({
      quote: (_, count) => aQuote({ expires_at: new Date(Date.now() + (count === 1 ? 16_500 : 600_000)).toISOString() }),
    })
    await open()
    await findPrice()
    await waitFor(() => expect(shop.quoted).toHaveLength(2))
    expect(shop.quoted[1]).toEqual(shop.quoted[0])
  })

  it('is asked for again when the balance changes', async () => {
    let enough = false
    const shop = openShop({ quote: () => aQuote({ enough }) })
    const { push } = await open()
    await findPrice()
    mainButton('去充值')
    enough = true
    await push({ type: 'change', resource: 'wallet', id: null })
    await waitFor(() => expect(mainButton('创建实例')).toBeEnabled())
    expect(shop.quoted.length).toBeGreaterThan(1)
  })

  it('is not asked for while the form is wrong, and each fault stands at its field', async () => {
    const shop = openShop()
    await open()
    await findPrice()
    fireEvent.change(screen.getByRole('spinbutton', { name: '数据盘' }), { target: { value: '20' } })
    await userEvent.clear(nameField())
    expect(await screen.findByText('数据盘至少 50 GB')).toHaveAttribute('role', 'alert')
    expect(await screen.findByText('请输入实例名称')).toBeVisible()
    expect(nameField()).toHaveAccessibleDescription('请输入实例名称')
    expect(mainButton('创建实例')).toBeDisabled()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(shop.quoted).toHaveLength(1)
  })

  it('shows what the server says of a field at that field', async () => {
    openShop({
      quote: () => {
        throw new Refused('not_found', { errors: { image_id: ['镜像不存在或已下线'] } })
      },
    })
    await open()
    expect(await screen.findByText('镜像不存在或已下线')).toBeVisible()
    expect(mainButton('创建实例')).toBeDisabled()
  })

  it('says when there is none, and tries again', async () => {
    let down = true
    openShop({
      quote: () => {
        if (down) throw new Refused('invalid')
        return aQuote()
      },
    })
    await open()
    expect(await screen.findByText('没有拿到报价')).toBeVisible()
    down = false
    await userEvent.click(screen.getByText('重试'))
    await findPrice()
  })

  it('says after the first try that had no answer that there is none, and does not wait for the others', async () => {
    openShop()
    let [tries, down] = [0, true]
    server.use(
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
    await findPrice()
  })

  it('is asked for once by who clicks, and not behind tries that are under way', async () => {
    let tries = 0
    server.use(
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
    const { queryKey } = quoteOf(form)
    client.setQueryData(queryKey, aQuote({ token: 'known' }))
    expect(await quoteNow(client, form)).toMatchObject({ token: 'known' })
    await client.invalidateQueries({ queryKey })
    await expect(quoteNow(client, form)).rejects.toMatchObject({ status: 0 })
    expect(tries).toBe(1)
    client.clear()
  })
})

describe('product §3, §11 The order', () => {
  it('names the quote under one key and leads to the instance', async () => {
    const shop = openShop()
    await open('?product_id=product-4090')
    await order()
    await waitFor(() => expect(window.location.pathname).toBe('/console/container-instance/detail/gpu-1'))
    expect(shop.ordered).toEqual([{ quote: 'quote-1', key: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect(sessionStorage.getItem('create-instance')).toBeNull()
  })

  it('repeats quote and key when the answer was lost, though the price was asked for meanwhile', async () => {
    const shop = openShop({
      order: (count) => {
        if (count === 1) throw new Refused('unavailable')
        return anOrder()
      },
    })
    await open()
    await order()
    expect(await within(summary()).findByText(/没有收到下单结果，再次点击会核对同一笔订单/)).toBeVisible()
    await waitFor(() => expect(shop.quoted.length).toBeGreaterThan(1))
    await order()
    await waitFor(() => expect(window.location.pathname).toBe('/console/container-instance/detail/gpu-1'))
    expect(shop.ordered[1]).toEqual(shop.ordered[0])
  })

  it('is told of without waiting for what the page asks for anew', async () => {
    openShop({
      order: () => {
        server.use(http.post(`*${orders.quote.path}`, () => new Promise<never>(() => undefined))) // the network is silent
        throw new Refused('unavailable')
      },
    })
    await open()
    await order()
    expect(await within(summary()).findByText(/没有收到下单结果/)).toBeVisible()
    expect(mainButton('创建实例')).toBeEnabled()
  })

  it('is another intent once the form says something else', async () => {
    const shop = openShop({
      order: (count) => {
        if (count === 1) throw new Refused('unavailable')
        return anOrder()
      },
    })
    await open()
    await order()
    await within(summary()).findByText(/没有收到下单结果/)
    await userEvent.type(nameField(), '二')
    expect(within(summary()).queryByText(/没有收到下单结果/)).not.toBeInTheDocument()
    await order()
    await waitFor(() => expect(shop.ordered).toHaveLength(2))
    expect(shop.ordered[1]?.quote).not.toBe(shop.ordered[0]?.quote)
    expect(shop.ordered[1]?.key).not.toBe(shop.ordered[0]?.key)
  })

  it('shows a price that changed before it takes it', async () => {
    const shop = openShop({
      quote: (_, count) => aQuote({ token: `quote-${count}`, price_hour: count > 1 ? '3.00' : '2.28' }),
      order: (count) => {
        if (count === 1) throw new Refused('quote_changed')
        return anOrder()
      },
    })
    await open()
    await order()
    expect(await within(summary()).findByText(/价格或库存有变化，没有下单/)).toBeVisible()
    await waitFor(() => expect(summary()).toHaveTextContent('运行时每小时¥3.00'))
    await order()
    await waitFor(() => expect(shop.ordered).toHaveLength(2))
    expect(shop.ordered[1]?.quote).not.toBe('quote-1')
  })

  it('says any other refusal as it is', async () => {
    openShop({
      order: () => {
        throw new Refused('compute_unavailable', { message: '计算资源维护中' })
      },
    })
    await open()
    await order()
    expect(await within(summary()).findByText(/计算资源维护中/)).toBeVisible()
  })
})

describe('spec §9 00200011: no free GPU', () => {
  it('offers what there is now and takes the choice over', async () => {
    const shop = openShop({
      order: () => {
        shop.catalogue.products = shop.catalogue.products.map((product) =>
          product.id === 'product-4090' ? { ...product, gpu_idles: 1 } : product,
        )
        throw new Refused('no_free_gpu')
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
    const shop = openShop()
    await open('?gpu_num=6')
    await findPrice()
    expect(screen.getByText('当前最多可租 4 张，更多的可以排队，或换一个产品。')).toBeVisible()
    await userEvent.click(mainButton('空闲不足，排队或换规格'))
    await screen.findByText('改为 4 张 RTX 4090')
    expect(shop.ordered).toEqual([])
  })
})

describe('spec §1, product §5 What is still needed before buying', () => {
  it('leads to the real-name check and back', async () => {
    openShop({ quote: () => aQuote({ real_name_passed: false, enough: false }) })
    await open('?product_id=product-4090&gpu_num=2')
    expect(await within(summary()).findByText(/租用前需要完成实名认证/)).toBeVisible()
    await userEvent.click(mainButton('去实名认证'))
    await waitFor(() => expect(window.location.pathname).toBe('/console/account/certification-details'))
    expect(new URLSearchParams(window.location.search).get('return')).toBe('/create-instance?product_id=product-4090&gpu_num=2')
  })

  it('leads to the recharge of what is missing, less what runs has used up', async () => {
    openShop({ quote: () => aQuote({ enough: false, balance: '5.00', required: '51.98' }) })
    await open('?charge_rule=day')
    // 51.98 − (5.00 − 1.20)
    expect(await within(summary()).findByText(/余额不足/)).toHaveTextContent('还差 ¥48.18')
    await userEvent.click(mainButton('去充值'))
    await waitFor(() => expect(window.location.pathname).toBe('/recharge'))
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      amount: '48.18',
      return: '/create-instance?product_id=product-4090&charge_rule=day',
    })
  })

  it('sends a sub-account to its master', async () => {
    openShop({ quote: () => aQuote({ enough: false }) })
    await open('', aUser({ account_type: 'sub' }))
    await findPrice()
    expect(mainButton('请联系主账号充值')).toBeDisabled()
  })

  it('keeps the form over the detour', async () => {
    const shop = openShop()
    const { unmount } = await open('?product_id=product-a100')
    await findPrice()
    await userEvent.click(screen.getByLabelText('200 GB'))
    await userEvent.click(screen.getByText('TensorFlow 2.18'))
    await userEvent.clear(nameField())
    await userEvent.type(nameField(), '我的训练')
    await userEvent.click(screen.getByText('包日'))
    await findPrice()
    const back = window.location.pathname + window.location.search
    unmount()

    await openApp(back)
    await screen.findByText('规格')
    await findPrice()
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
