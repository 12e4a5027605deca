import { useSearchParams } from 'react-router-dom'
import { type ImageReleaseDetail, imageReleases } from '#contract/image-releases.ts'
import { NotFound } from '#src/admin/errors/NotFound.tsx'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { PublishImageForm } from './PublishImageForm.tsx'
import styles from './PublishImagePage.module.css'
import type { ReleaseMode } from './release-mode.ts'

/** Explains the steps after submission, and what an image must not contain. */
const PublishImageSteps = () => (
  <PagePanel title="提交之后">
    <ol className={frame.steps}>
      <li>
        <strong>准备</strong>复制私有镜像的内容，通常几分钟。
      </li>
      <li>
        <strong>审核</strong>运营人员试用并核对说明，结果以通知告诉你；驳回会写明原因，修改后可以重新提交。
      </li>
      <li>
        <strong>发布</strong>出现在社区，别人可以收藏和创建实例。
      </li>
    </ol>
    <p className={styles.help}>
      提交前请确认镜像里没有令牌、密码和私钥：命令历史和密钥文件保存时已滤掉，自己写进配置文件的不会。许可要允许再分发。
    </p>
  </PagePanel>
)

/** Reads the release mode from the address; undefined if the entry has no such version to resubmit. */
function computeReleaseMode(entry: ImageReleaseDetail | null, again: string | null): ReleaseMode | undefined {
  if (!entry) return { kind: 'new' }
  if (!again) return { kind: 'version', entry }
  const version = entry.versions.find(({ id }) => id === again)
  return version && { kind: 'again', entry, version }
}

const titles = {
  new: '发布新镜像',
  version: '发布新版本',
  again: '修改后重新提交',
}

/** Publish form: a new entry; with `?id=` a new version of one; with `&again=` a version to resubmit. */
export default function PublishImagePage({ resource }: { resource: Resource }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  const again = search.get('again')
  const from = search.get('private_image_id') ?? undefined
  const entry = useEndpoint(imageReleases.get, { params: { id: id ?? '' } }, { enabled: Boolean(id) })
  const { error, refetch } = entry
  const data = id ? entry.data : null
  const mode = data === undefined ? undefined : computeReleaseMode(data, again)
  if ((isApiError(error) && error.status === 404) || (data !== undefined && !mode)) return <NotFound resource={resource} />

  const kind = id ? (again ? 'again' : 'version') : 'new'
  return (
    <div className={frame.page}>
      <PageHeading
        title={titles[kind]}
        meaning={
          data
            ? `${data.name}${mode?.kind === 'again' ? ` ${mode.version.version}` : ''}`
            : '把私有镜像发布到社区，让别人用它创建实例。'
        }
        trail={[
          { label: resource.label, to: resource.path },
          ...(data ? [{ label: data.name, to: paths.releaseImageEntry(data.id) }] : []),
        ]}
      />
      <div className={frame.columns}>
        <PagePanel>
          <AsyncView data={mode} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={8} columns={1} />}>
            {(present) => <PublishImageForm key={`${id}/${again}`} mode={present} from={from} />}
          </AsyncView>
        </PagePanel>
        <PublishImageSteps />
      </div>
    </div>
  )
}
