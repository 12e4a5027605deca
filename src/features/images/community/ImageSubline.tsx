import type { CommunityImage } from '#contract/community.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './ImageSubline.module.css'

/** Under an image's name in a list: what it is for, whose it is, its tags. */
export const NameLine = ({ image }: { image: Pick<CommunityImage, 'summary' | 'author' | 'original' | 'tags'> }) => (
  <div className={styles.line}>
    <span className={styles.summary}>{image.summary}</span>
    <span className={styles.tags}>
      {image.original && (
        <Tag tone="primary" icon="check">
          原创
        </Tag>
      )}
      {image.tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  </div>
)
