import { Link } from 'react-router'
import { image_release_states } from '#contract/image-releases.ts'
import type { OperatorImageReviewDetail } from '#contract/operator/image-reviews.ts'
import { imagePriceText } from '#src/catalogue/image-price.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { release_looks } from '#src/console/images/state-looks.ts'
import { Panel } from '#src/console/layout/Panel.tsx'
import { SettingRow, SettingRows } from '#src/console/layout/SettingRow.tsx'
import { MarkdownPreview } from '#src/console/markdown-editor/MarkdownPreview.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { TagOf } from '#src/console/operator/TagOf.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TimeText } from '#src/kit/TimeText.tsx'
import { operator_paths } from '#src/operator-paths.ts'
import type { Resource } from '../define-resource.ts'
import styles from './ImageReviewShow.module.css'

/** A version as its readers will see it, the others of the same entry, and who did what. */
export default function ImageReviewShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const one = row as unknown as OperatorImageReviewDetail
        return (
          <Parts>
            <Panel title="公开的内容">
              <p className={styles.summary}>{one.entry.summary}</p>
              <p className={styles.tags}>
                {one.entry.tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </p>
              <MarkdownPreview source={one.readme} />
            </Panel>
            {one.others.length > 0 && (
              <Panel title="同一镜像的其他版本">
                <SettingRows>
                  {one.others.map((other) => (
                    <SettingRow
                      key={other.id}
                      title={<Link to={operator_paths.image_review(other.id)}>{other.version}</Link>}
                      state={<TagOf state={other.state} looks={release_looks} words={image_release_states} />}
                    >
                      {imagePriceText(other.price_hour)} · 提交于 <TimeText at={other.submitted_at} />
                      {other.reason && ` · ${other.reason}`}
                    </SettingRow>
                  ))}
                </SettingRows>
              </Panel>
            )}
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
