import { EntityLink } from './EntityLink.tsx'

interface Person {
  id: string
  nickname: string
}

type Named<Field extends string> = { readonly [K in Field]: Person | null }

/** A person that a row names, linked for those who may open users. */
export const PersonLink = ({ person: { id, nickname } }: { person: Person }) => (
  <EntityLink kind="operator-users" id={id}>
    {nickname}
  </EntityLink>
)

/** Column of the person in a field; `note` follows the name. */
export const createPersonColumn = <Field extends string, Noted = unknown>(
  field: Field,
  title: string,
  note: (row: Noted) => string = () => '',
) => ({
  field,
  title,
  render: (row: Named<Field> & Noted) => {
    const person: Person | null = row[field]
    return (
      person && (
        <>
          <PersonLink person={person} />
          {note(row)}
        </>
      )
    )
  },
  text: (row: Named<Field> & Noted) => {
    const person: Person | null = row[field]
    return person ? person.nickname + note(row) : ''
  },
})

/** The masked real name of an owner, after the nickname. */
export const formatRealNameNote = ({ real_name: realName }: { real_name: string | null }): string =>
  realName ? `（${realName}）` : ''
