/**
 * In which order vitest takes the files: what takes longest begins first, because begun last it would keep one core
 * busy while the others have nothing left to do; then one project after the other, because each has processes of its
 * own.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The recorded day is mostly waited for, so it begins first; then the walks and the long stories of money. */
export const LONGEST_JOURNEYS = [
  'journeys/recorded.test.ts',
  'journeys/office-walk.test.ts',
  'journeys/narrow.test.ts',
  'journeys/routes.test.ts',
  'journeys/wide.test.ts',
  'journeys/money-arabic.test.ts',
  'journeys/money.test.ts',
  'journeys/close-all.test.ts',
  'journeys/company.test.ts',
  'journeys/news.test.ts',
  'journeys/deposit.test.ts',
  'journeys/simulated.test.ts',
  'project journeys',
]

/** `longest`: parts of `project <name> <path>`, the longest file first. */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId, project }: TestSpecification) => {
    const file = `project ${project.name} ${moduleId}`
    const place = longest.findIndex((part) => file.includes(part))
    if (place >= 0) return place
    return longest.length + project.vitest.projects.indexOf(project)
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    }
  }
}
