import { MarkdownAnchor } from '#src/ui/markdown/MarkdownAnchor.tsx'

/** Addresses an applicant gave; they open in a new tab, and only where they lead to http(s). */
export const EvidenceLinks = ({ links }: { links: readonly string[] }) =>
  links.length === 0
    ? '—'
    : links.map((link) => (
        <div key={link}>
          <MarkdownAnchor href={link}>{link}</MarkdownAnchor>
        </div>
      ))
