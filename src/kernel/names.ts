/** A lifecycle's name as other places spell it: `purchase-order` is `purchaseOrder` in JSON. */
export const camelCase = (name: string): string =>
  name.replaceAll(/-+([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

/** And `PurchaseOrder` as a title. */
export const pascalCase = (name: string): string => {
  const words = camelCase(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
