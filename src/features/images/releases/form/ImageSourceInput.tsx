import { Select } from 'antd'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { type PrivateImage, privateImages } from '#contract/private-images.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { paths } from '#src/paths.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import styles from './PublishImagePage.module.css'

const formatImageLabel = (image: PrivateImage) =>
  `${image.name} ${image.version}（${formatEnvironment(image)}${image.size_gb === null ? '' : `，${formatGb(image.size_gb)} GB`}）`

/** Loads the user's private images that can be published. */
export const usePublishableImages = () =>
  useEndpoint(privateImages.list, { query: { state: 'ready', page_size: limits.pageSizeMax } })

/** Selects the private image that a version is built from. */
export function ImageSourceInput({
  id,
  value,
  onChange,
  kept,
}: {
  id?: string
  value?: string
  onChange?: (id: string | undefined) => void
  /** The content already submitted is kept if no image is selected. */
  kept: boolean
}) {
  const { data, error, isLoading, refetch } = usePublishableImages()
  if (error && !data) return <ErrorState error={error} title="私有镜像加载失败" onRetry={() => void refetch()} />
  if (data?.length === 0 && !kept)
    return (
      <p className={styles.help}>
        还没有可用的私有镜像。先在实例里装好环境，再<Link to={paths.containerInstances}>从实例的操作里保存镜像</Link>。
      </p>
    )
  return (
    <Select
      {...(id && { id })}
      showSearch
      optionFilterProp="label"
      allowClear={kept}
      loading={isLoading}
      placeholder={kept ? '不换，用已提交的内容' : '选择私有镜像'}
      value={data ? (value ?? null) : null}
      onChange={(chosen: string | null) => onChange?.(chosen ?? undefined)}
      options={(data ?? []).map((image) => ({ value: image.id, label: formatImageLabel(image) }))}
    />
  )
}
