/** What a test file has opened is closed after it, the last first, whoever opened it. */
const leftOver: (() => Promise<unknown>)[] = [];

export const clearUpLater = (work: () => Promise<unknown>): void => {
  leftOver.push(work);
};

/** Everything is tried; then the first failure is thrown. */
export const clearUp = async (): Promise<void> => {
  const failures: unknown[] = [];
  for (let work = leftOver.pop(); work !== undefined; work = leftOver.pop())
    await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
