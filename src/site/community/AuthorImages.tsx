import { author_rules } from './author-rules.ts'
import { Entries, page_size } from './CommunityEntries.tsx'
import { ImageCard } from './PublicImageCard.tsx'
import { useAnswer } from './use-cached-query.ts'
import { useAsked } from './use-community-query.ts'

/** The images of one author, what is used most first. */
export function AuthorImages({ author }: { author: string }) {
  const { asked } = useAsked(author_rules)
  const { page } = asked
  const answer = useAnswer(`author-images/${author}/${page}`, async (signal) =>
    (await import('./requests.ts')).listImages({ author, page, page_size, sort: 'uses', order: 'desc' }, signal),
  )
  return (
    <Entries what="镜像" answer={answer} asked={asked} narrowed={false}>
      {(image) => <ImageCard key={image.id} image={image} />}
    </Entries>
  )
}
