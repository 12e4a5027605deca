import { Link } from 'react-router-dom'
import { imageReleaseStates } from '#contract/image-releases.ts'
import { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { MarkdownPreview } from '#src/admin/markdown-editor/MarkdownPreview.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { imageReleaseStateStyles } from '#src/features/images/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { formatImagePrice } from '#src/ui/catalogue/image-price.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ImageReviewShow.module.css'

/** A version as its readers will see it, other versions of the same entry, and its history. */
export default function ImageReviewShow({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorImageReviews.get}>
      {(one) => (
        <>
          <PagePanel title="公开的内容">
            <p className={styles.summary}>{one.entry.summary}</p>
            <p className={styles.tags}>
              {one.entry.tags.map((tag) => (
                <ToneTag key={tag}>{tag}</ToneTag>
              ))}
            </p>
            <MarkdownPreview source={one.readme} />
          </PagePanel>
          {one.others.length > 0 && (
            <PagePanel title="同一镜像的其他版本">
              <SettingRows>
                {one.others.map((other) => (
                  <SettingRow
                    key={other.id}
                    title={<Link to={operatorPaths.imageReview(other.id)}>{other.version}</Link>}
                    state={<StateTag state={other.state} looks={imageReleaseStateStyles} words={imageReleaseStates} />}
                  >
                    {formatImagePrice(other.price_hour)} · 提交于 <TimeText at={other.submitted_at} />
                    {other.reason && ` · ${other.reason}`}
                  </SettingRow>
                ))}
              </SettingRows>
            </PagePanel>
          )}
        </>
      )}
    </CaseShow>
  )
}
