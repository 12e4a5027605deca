import type { CommunityImage } from '#contract/community.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ImageSubline.module.css'

/** Line below an image's name in a list: purpose, author, tags. */
export const ImageSubline = ({ image }: { image: Pick<CommunityImage, 'summary' | 'author' | 'original' | 'tags'> }) => (
  <div className={styles.line}>
    <span className={styles.summary}>{image.summary}</span>
    <span className={styles.tags}>
      {image.original && (
        <ToneTag tone="primary" icon="check">
          原创
        </ToneTag>
      )}
      {image.tags.map((tag) => (
        <ToneTag key={tag}>{tag}</ToneTag>
      ))}
    </span>
  </div>
)
