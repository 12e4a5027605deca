import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type CommunityImageDetail, type CommunityImageVersion, communityImages } from '#contract/community.ts'
import { vendorNames } from '#contract/vendors.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import sideFacts from '#src/admin/show/side-facts.module.css'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { ExampleHourPrice } from '#src/ui/catalogue/ExampleHourPrice.tsx'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatStarLabel } from '#src/ui/catalogue/popularity.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ImageInfo.module.css'
import { ImageVersions } from './ImageVersions.tsx'
import { useExampleGpu } from './use-example-gpu.ts'

type Fact = [term: string, value: ReactNode]

/** Key facts of an image, price first. */
function CommunityImageFacts({ image, chosen }: { image: CommunityImageDetail; chosen: CommunityImageVersion }) {
  const gpu = useExampleGpu(chosen.vendor)
  const facts: Fact[] = [
    [
      '作者',
      <span key="author" className={styles.tags}>
        <Link to={paths.communityAuthor(image.author.id)}>{image.author.nickname}</Link>
        {image.author.is_creator && <ToneTag>创作者</ToneTag>}
      </span>,
    ],
    ['框架', chosen.framework],
    ['环境', `Python ${chosen.python} · ${chosen.runtime}`],
    ['适用 GPU', vendorNames[chosen.vendor]],
    ['大小', `${formatGb(chosen.size_gb)} GB`],
    ['许可', chosen.licence],
    ...(image.uses > 0 ? [['使用', `${image.uses} 次，按创建的实例计`] as Fact] : []),
    ...(image.stars > 0 ? [['收藏', `${image.stars} 人`] as Fact] : []),
    ['发布于', <TimeText key="at" at={chosen.published_at} />],
    [
      '标签',
      image.tags.length ? (
        <span key="tags" className={styles.tags}>
          {image.tags.map((tag) => (
            <ToneTag key={tag}>{tag}</ToneTag>
          ))}
        </span>
      ) : (
        '—'
      ),
    ],
  ]
  return (
    <PagePanel title={`版本 ${chosen.version}`}>
      <p className={styles.price}>
        <ImagePriceLabel price_hour={chosen.price_hour} />
      </p>
      <p className={styles.note}>
        镜像价格按实例的运行时间计，与卡数无关，计在 GPU 之外；无卡开机和关机时不收。
        {gpu && <ExampleHourPrice gpu={gpu} price_hour={chosen.price_hour} />}
      </p>
      <dl className={sideFacts.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}

/** A community image that is no longer available; users who starred it can unstar it. */
function ImageUnavailable({ resource, id }: { resource: Resource; id: string }) {
  const navigate = useNavigate()
  const collected = resource.name === 'images-collected'
  const { run } = useAction(communityImages.star, {
    success: false,
    failed: '没有成功，请重试',
    onDone: () => navigate(resource.path, { replace: true }),
  })

  return (
    <>
      <PageHeading title="镜像已下线" trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel>
        <EmptyState
          title="这个镜像不存在或已下线"
          hint="不能再用它创建实例；正在使用它的实例照常运行和开机，数据不受影响。"
          action={
            <>
              <Button type="primary" onClick={() => void navigate(resource.path)}>
                返回{resource.label}
              </Button>
              {collected && id && (
                <Button onClick={() => void run({ params: { id }, body: { starred: false } })}>取消收藏</Button>
              )}
            </>
          }
        />
      </PagePanel>
    </>
  )
}

/** Stars or unstars a community image. */
function StarButton({ id, starred, stars }: { id: string; starred: boolean; stars: number }) {
  const { run, pending } = useAction(communityImages.star, { success: false, failed: '没有成功，请重试' })
  return (
    <Button aria-pressed={starred} loading={pending} onClick={() => void run({ params: { id }, body: { starred: !starred } })}>
      {formatStarLabel({ starred, stars })}
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
            <div className={styles.readme}>
              <MarkdownPreview source={chosen.readme} />
            </div>
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

/** Page of a community image: purpose, price, versions, and the link to create an instance with it. */
export default function ImageInfo({ resource }: { resource: Resource }) {
  return (
    <RowView resource={resource} gone={(id) => <ImageUnavailable resource={resource} id={id} />}>
      {(row: Row) => <Info key={row.id} resource={resource} image={row as unknown as CommunityImageDetail} />}
    </RowView>
  )
}
