import { useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useRef, useState } from 'react'
import { type CommunityImage, communityImages } from '#contract/community.ts'
import type { VendorName } from '#contract/vendors.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchEndpoint } from '#src/providers/data/endpoint-queries.ts'
import { formatImagePrice } from '#src/ui/catalogue/image-price.ts'
import { listPopularity } from '#src/ui/catalogue/popularity.ts'
import { formatGb } from '#src/ui/format-bytes.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './ImageStep.module.css'
import { LabeledField } from './LabeledField.tsx'
import { pickImage } from './picked-images.ts'
import type { ChangeDraft } from './use-draft.ts'

const maxShown = 50
const typingMs = 300
const keywordMax = 64
/** Height in pixels of a row with two lines; the list measures the others. */
const rowHeight = 76
const toOption = (image: CommunityImage) => ({ value: image.id, label: `${image.name} ${image.version}` })

/** What tells one community image from another before it is picked. */
const ImageRow = ({ image }: { image: CommunityImage }) => (
  <span className={styles.row}>
    <span className={styles.head}>
      <strong>
        {image.name} {image.version}
      </strong>
      <span className={styles.facts}>{formatImagePrice(image.price_hour)}</span>
    </span>
    <span className={styles.summary}>{image.summary}</span>
    <span className={styles.facts}>
      {[
        `${image.runtime} · Python ${image.python} · ${formatGb(image.size_gb)} GB`,
        image.author.nickname,
        ...listPopularity(image),
      ].join(' · ')}
    </span>
  </span>
)

/** Searches community images for the selected GPU, starred ones first; picks the newest version. */
export function CommunityImagePicker({ vendor, change }: { vendor: VendorName; change: ChangeDraft }) {
  const [keyword, setKeyword] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const query = { page_size: maxShown, ...(keyword && { keyword }) }
  const asked = { enabled: open, keep: true }
  const kept = useEndpoint(communityImages.collected, { query }, asked)
  const all = useEndpoint(communityImages.list, { query: { ...query, vendor, sort: 'uses', order: 'desc' } }, asked)
  const isFetching = kept.isFetching || all.isFetching
  const isError = kept.isError || all.isError
  const collected = (kept.data ?? []).filter((image) => image.available && image.vendor === vendor)
  const others = (all.data ?? []).filter(({ id }) => !collected.some((image) => image.id === id))
  const imageById = new Map([...collected, ...others].map((image) => [image.id, image]))
  const search = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setKeyword(typed.trim().slice(0, keywordMax)), typingMs)
  }
  const take = async (id: string) => {
    setBusy(true)
    try {
      const image = await fetchEndpoint(client, communityImages.get, { params: { id } }, 0)
      const newest = image.versions.find((version) => version.vendor === vendor)
      if (!newest) return
      pickImage({ ...newest, name: image.name, id: newest.image_id, from: 'community' })
      change({ image_id: newest.image_id })
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '镜像加载失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const groups = [
    { label: '我的收藏', options: collected.map(toOption) },
    { label: '社区，使用最多的在前', options: others.map(toOption) },
  ]
  return (
    <LabeledField label="从社区选择" help="用最新版本；镜像的价格在报价里单独列出。">
      {(ties) => (
        <Select
          {...ties}
          showSearch
          filterOption={false}
          value={null as string | null}
          loading={busy || isFetching}
          disabled={busy}
          placeholder="搜索名称、标签或作者"
          notFoundContent={isError ? '加载失败，请重新打开' : isFetching ? '正在加载' : '没有符合的社区镜像'}
          onOpenChange={setOpen}
          onSearch={search}
          onSelect={(id) => id && void take(id)}
          optionRender={({ value }) => <ImageRow image={imageById.get(String(value))!} />}
          listItemHeight={rowHeight}
          listHeight={rowHeight * 5}
          options={groups.filter(({ options }) => options.length > 0)}
          className={styles.picker ?? ''}
        />
      )}
    </LabeledField>
  )
}
