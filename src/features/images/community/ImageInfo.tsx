import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type CommunityImageDetail, communityImages } from '#contract/community.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { CommunityImageFacts } from './CommunityImageFacts.tsx'
import styles from './ImageInfo.module.css'
import { ImageUnavailable } from './ImageUnavailable.tsx'
import { ImageVersions } from './ImageVersions.tsx'

/** Keeps a community image, or lets go of it. */
function StarButton({ id, starred, stars }: { id: string; starred: boolean; stars: number }) {
  const { run, pending } = useAction(communityImages.star, { success: false, failed: '没有成功，请重试' })
  return (
    <Button aria-pressed={starred} loading={pending} onClick={() => void run({ params: { id }, body: { starred: !starred } })}>
      {starred ? '已收藏' : '收藏'} · {stars}
    </Button>
  )
}

function Info({ resource, image }: { resource: Resource; image: CommunityImageDetail }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const chosen = image.versions.find(({ version }) => version === search.get('version')) ?? image.versions[0]
  if (!chosen) return null
  return (
    <>
      <PageHeading
        title={image.name}
        meaning={image.summary}
        trail={[{ label: resource.label, to: resource.path }]}
        aside={
          image.original && (
            <ToneTag tone="primary" icon="check">
              原创
            </ToneTag>
          )
        }
        actions={
          <>
            <StarButton {...image} />
            <Button
              type="primary"
              icon={<Icon name="plus" />}
              onClick={() => void navigate(paths.createInstance({ image_id: chosen.image_id }))}
            >
              用它创建实例
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <PagePanel title={`说明 · 版本 ${chosen.version}`}>
            <MarkdownPreview source={chosen.readme} />
          </PagePanel>
        </div>
        <div className={styles.side}>
          <CommunityImageFacts image={image} chosen={chosen} />
        </div>
      </div>
      <ImageVersions versions={image.versions} chosen={chosen} />
    </>
  )
}

/** One community image: what it is for, what it costs, its versions, and the way to an instance with it. */
export default function ImageInfo({ resource }: { resource: Resource }) {
  return (
    <RowView resource={resource} gone={(id) => <ImageUnavailable resource={resource} id={id} />}>
      {(row: Row) => <Info key={row.id} resource={resource} image={row as unknown as CommunityImageDetail} />}
    </RowView>
  )
}
