import { Link } from 'react-router-dom'
import { image_release_states } from '#contract/image-releases.ts'
import type { OperatorImageReviewDetail } from '#contract/operator/image-reviews.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { release_looks } from '#src/features/images/state-styles.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { imagePriceText } from '#src/ui/catalogue/image-price.ts'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
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
