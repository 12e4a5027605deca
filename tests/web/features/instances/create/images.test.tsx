import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import '#src/features/instances/create/CreateInstance.tsx'
import { communityImages } from '#contract/community.ts'
import { buildCommunityImage } from '#tests/web/site/community/entries.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildCommunityVersion, findQuotedPrice, getSummaryPanel, serveCatalogue } from './shop.ts'

const open = async (query = '') => {
  await openApp(`/create-instance${query}`)
  await screen.findByText('规格')
}
/** A shop with a second, older image of PyTorch. */
const serveFrameworks = () => {
  const shop = serveCatalogue()
  const [torch, ...others] = shop.catalogue.images
  shop.catalogue.images = [torch!, { ...torch!, id: 'image-torch-old', version: '2.3' }, ...others]
  return shop
}
const frameworks = () => within(screen.getByRole('group', { name: '框架' })).getAllByRole<HTMLInputElement>('radio')
const shownImages = () => [...document.querySelectorAll('input[name="image"]')].map((radio) => radio.parentElement?.textContent)

afterEach(() => sessionStorage.clear())

describe('product §3 Platform images by framework', () => {
  it('shows one chip per framework in the order of the images, and the images of the chosen one', async () => {
    serveFrameworks()
    await open()
    expect(frameworks().map(({ parentElement }) => parentElement?.textContent)).toEqual(['PyTorch', 'TensorFlow'])
    expect(screen.getByLabelText('PyTorch')).toBeChecked()
    expect(shownImages()).toEqual(['PyTorch 2.69.8 GBCUDA 12.4 · Python 3.12', 'PyTorch 2.39.8 GBCUDA 12.4 · Python 3.12'])
  })

  it('takes the first image of a framework with it, and orders that', async () => {
    const shop = serveFrameworks()
    await open()
    await userEvent.click(screen.getByText('TensorFlow'))
    expect(shownImages()).toEqual(['TensorFlow 2.188.4 GBCUDA 12.3 · Python 3.11'])
    await waitFor(() => expect(shop.quoted.at(-1)?.image_id).toBe('image-tf'))
    await userEvent.click(screen.getByText('PyTorch'))
    await findQuotedPrice()
    expect(getSummaryPanel()).toHaveTextContent('PyTorch 2.6')
  })

  it('opens at the framework of the image one comes with', async () => {
    serveFrameworks()
    await open('?image_id=image-tf')
    expect(screen.getByLabelText('TensorFlow')).toBeChecked()
  })

  it('shows the first framework beside a community image, and does not choose from it', async () => {
    const shop = serveFrameworks()
    mockCall(communityImages.of_version, ({ params }) => buildCommunityVersion(params.image_id))
    await open('?image_id=image-lora')
    expect(within(screen.getByRole('group', { name: '平台镜像' })).getByLabelText('PyTorch')).toBeChecked()
    await findQuotedPrice()
    expect(shop.quoted.at(-1)?.image_id).toBe('image-lora')
  })

  it('shows no chips where all images are of one framework', async () => {
    serveFrameworks()
    await open('?product_id=product-910b')
    expect(screen.getByText('MindSpore 2.5', { selector: 'strong' })).toBeVisible()
    expect(screen.queryByRole('group', { name: '框架' })).toBeNull()
  })
})

describe('product §7 Community images to choose from', () => {
  it('tells what each is before it is picked: its purpose, environment, author, use and price', async () => {
    serveCatalogue()
    mockCall(communityImages.collected, () => ({ items: [], total: 0 }))
    mockCall(communityImages.list, () => ({ items: [buildCommunityImage({ price_hour: '0.50', uses: 7, stars: 3 })], total: 1 }))
    await open()
    await userEvent.click(screen.getByLabelText('从社区选择'))
    const row = (await screen.findByText('LoRA 微调 2.0', { selector: 'strong' })).closest('.ant-select-item')
    const { summary, author } = buildCommunityImage()
    expect(row).toHaveTextContent(summary)
    expect(row).toHaveTextContent(`CUDA 12.4 · Python 3.12 · 9.8 GB · ${author.nickname} · 7 次使用 · 3 人收藏`)
    expect(row).toHaveTextContent('¥0.50/小时')
  })
})
