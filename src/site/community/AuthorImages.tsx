import { author_rules } from './author-rules.ts'
import { Entries, page_size } from './Entries.tsx'
import { ImageCard } from './ImageCard.tsx'
import { useAnswer } from './use-answer.ts'
import { useAsked } from './use-asked.ts'

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
