import { DirectoryFault, type DirectoryPerson, type DirectorySettings } from '#server/ports/directory.ts'

const textMax = 256
const groupsMax = 1000

/** What the mapped attributes hold: texts, lists of them, or nothing. */
export type DirectoryAttributes = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Each text of an attribute with one value or several; anything else is left out. */
export const readTexts = (value: unknown): string[] =>
  [value]
    .flat()
    .filter(isText)
    .map((text) => text.replace(/\p{C}/gu, '').trim())
    .slice(0, groupsMax)

const readText = (value: unknown): string | undefined => readTexts(value)[0]?.slice(0, textMax)

type Mapping = Pick<DirectorySettings, 'name_attribute' | 'email_attribute' | 'groups_attribute'>

/** Reads a person from the attributes that the settings name. Throws `unfit` where the directory gives no lasting id. */
export function readPerson(subject: unknown, attributes: DirectoryAttributes, mapping: Mapping): DirectoryPerson {
  const id = readText(subject)
  if (id === undefined) throw new DirectoryFault('unfit', '组织没有给出这个人的唯一编号，请检查“唯一编号”的设置')
  return {
    subject: id,
    name: (readText(attributes[mapping.name_attribute]) ?? id).slice(0, 40),
    email: readText(attributes[mapping.email_attribute]) ?? null,
    groups: readTexts(attributes[mapping.groups_attribute]).filter((group) => group.length <= textMax),
  }
}
